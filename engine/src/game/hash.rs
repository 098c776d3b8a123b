use serde::Serialize;

/// FNV-1a, 64 bits: small, fixed for ever, good enough to tell two positions apart.
pub fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The hash of a state over its canonical (postcard) encoding: the same on every machine.
pub fn state_hash<S: Serialize>(state: &S) -> u64 {
    // A state that cannot be encoded hashes to 0; the contract test rejects such a state.
    postcard::to_allocvec(state).map_or(0, |bytes| digest(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_values() {
        assert_eq!(digest(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(digest(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(
            state_hash(&(1u8, 300u16, "Mollwitz")),
            digest(&[1, 172, 2, 8, 77, 111, 108, 108, 119, 105, 116, 122])
        );
    }
}
