//! Games saved by an earlier version: they load and replay to the position they were saved in.
//!
//! The files of `tests/saves` were written by the program of commit a97820f after ninety random actions. Do not write
//! them anew: that they are old is the point.

use rule_tests::{Numbers, library, play_on, root};

/// The saved games with the hash of their last position, as the program that saved them gave it.
const SAVED: [(&str, u64); 2] =
    [("hold-the-line-mollwitz", 0xa2a9_57bc_b3ae_0893), ("frederick-the-great-1756", 0x2638_310b_f0b8_87ab)];

#[test]
fn games_of_the_version_before_replay_to_the_same_position() {
    for (name, hash) in SAVED {
        let path = root().join("tests/saves").join(format!("{name}.ron"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let (file, rules) = library().read_save(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let restored = rules.restore(&file).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(restored.diverged.is_none(), "{name}: {:?}", restored.diverged);
        assert!(restored.changed_charts.is_empty(), "{name}: {:?}", restored.changed_charts);
        let mut game = restored.game;
        assert_eq!(game.hash(), hash, "{name}");
        assert_eq!(game.save().snapshot, file.snapshot, "{name}: the position is written as it was");
        let before = game.version();
        play_on(game.as_mut(), &mut Numbers(3), 40);
        assert!(game.version() > before, "{name}: the game goes on");
    }
}
