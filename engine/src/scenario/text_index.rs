//! The line and column of each part of a RON text. Serde does not keep positions, so the text is scanned a second
//! time. Any text is accepted: one that is not RON gives the parts before the fault.

/// A place in a text; both count from 1, columns in letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Serialize)]
pub struct TextPosition {
    pub line: usize,
    pub column: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// `(name: value, …)`.
    Struct,
    /// `{key: value, …}`.
    Map,
    /// `[…]`, or `(…)` without names.
    List,
    Scalar,
}

/// One value of the text, with the key it stands under.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Field name, map key without quotes, or index in a list.
    pub key: String,
    pub key_position: TextPosition,
    pub position: TextPosition,
    pub kind: NodeKind,
    /// A scalar as written, without quotes.
    pub text: String,
    pub children: Vec<Self>,
}

impl Node {
    /// The entry under a key, or with `=text` the one that holds this text.
    pub fn child(&self, key: &str) -> Option<&Self> {
        match key.strip_prefix('=') {
            Some(text) => self.children.iter().find(|c| c.text == text),
            None => self.children.iter().find(|c| c.key == key),
        }
    }

    /// The node a path such as `pieces/3/props/mp` leads to, or the last on the way that exists.
    fn nearest(&self, path: &str) -> &Self {
        let mut at = self;
        for key in path.split('/').filter(|k| !k.is_empty()) {
            match at.child(key) {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }
}

/// The places of a whole text.
#[derive(Clone, Debug)]
pub struct TextIndex {
    pub root: Node,
}

impl TextIndex {
    pub fn build(text: &str) -> Self {
        let mut walker = Walker { letters: text.chars().collect(), next: 0, line: 1, column: 1, depth: 0 };
        walker.skip_blanks();
        let start = walker.position();
        Self { root: walker.value(String::new(), start) }
    }

    /// Where the field or value of a path begins: a keyed one at its key.
    pub fn position(&self, path: &str) -> TextPosition {
        let node = self.root.nearest(path);
        node.key_position
    }
}

/// Deeper than any scenario; a hostile text must not exhaust the stack.
const MOST_DEPTH: usize = 64;

struct Walker {
    letters: Vec<char>,
    next: usize,
    line: usize,
    column: usize,
    depth: usize,
}

impl Walker {
    fn position(&self) -> TextPosition {
        TextPosition { line: self.line, column: self.column }
    }

    fn peek(&self) -> Option<char> {
        self.letters.get(self.next).copied()
    }

    fn advance(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.next += 1;
        if c == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            let after = self.letters.get(self.next + 1).copied();
            match (c, after) {
                ('/', Some('/')) => while self.advance().is_some_and(|c| c != '\n') {},
                ('/', Some('*')) => self.skip_block_comment(),
                _ if c.is_whitespace() => {
                    self.advance();
                }
                _ => break,
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0usize;
        while let Some(c) = self.advance() {
            match (c, self.peek()) {
                ('/', Some('*')) => depth += 1,
                ('*', Some('/')) => {
                    self.advance();
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                }
                _ => {}
            }
        }
    }

    /// A value; `key` and `key_position` are what it stands under.
    fn value(&mut self, key: String, key_position: TextPosition) -> Node {
        self.skip_blanks();
        let position = self.position();
        let mut node = Node {
            key,
            key_position,
            position,
            kind: NodeKind::Scalar,
            text: String::new(),
            children: vec![],
        };
        match self.peek() {
            Some('(' | '[' | '{') => self.group(&mut node),
            Some('"') => node.text = self.string(),
            Some('\'') => node.text = self.letter(),
            _ => {
                node.text = self.word();
                if node.text == "r" && matches!(self.peek(), Some('"' | '#')) {
                    node.text = self.raw_string();
                }
                // A named struct or variant: `Turn(3)`, `Die(from: 2)`.
                if self.peek() == Some('(') && !node.text.is_empty() {
                    self.group(&mut node);
                }
            }
        }
        node
    }

    fn group(&mut self, node: &mut Node) {
        let close = match self.advance() {
            Some('(') => ')',
            Some('[') => ']',
            _ => '}',
        };
        node.kind = if close == '}' { NodeKind::Map } else { NodeKind::List };
        self.depth += 1;
        let mut index = 0;
        while self.depth < MOST_DEPTH {
            self.skip_blanks();
            match self.peek() {
                None => break,
                Some(c) if c == close => {
                    self.advance();
                    break;
                }
                Some(',') => {
                    self.advance();
                    continue;
                }
                _ => {}
            }
            let (before, start) = (self.next, self.position());
            let mut item = self.value(index.to_string(), start);
            self.skip_blanks();
            if close != ']' && self.peek() == Some(':') {
                self.advance();
                if close == ')' {
                    node.kind = NodeKind::Struct;
                }
                item = self.value(item.text, start);
            }
            index += 1;
            node.children.push(item);
            if self.next == before {
                // Nothing a value begins with: leave the rest of the text unread.
                self.next = self.letters.len();
            }
        }
        self.depth -= 1;
    }

    fn word(&mut self) -> String {
        let mut out = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_alphanumeric() || "_+-.".contains(*c)) {
            out.push(c);
            self.advance();
        }
        out
    }

    fn string(&mut self) -> String {
        let mut out = String::new();
        self.advance();
        while let Some(c) = self.advance() {
            match c {
                '"' => break,
                '\\' => out.extend(self.advance()),
                _ => out.push(c),
            }
        }
        out
    }

    fn raw_string(&mut self) -> String {
        let mut marks = 0;
        while self.peek() == Some('#') {
            self.advance();
            marks += 1;
        }
        self.advance();
        let mut out = String::new();
        while let Some(c) = self.advance() {
            let ends = (0..marks).all(|i| self.letters.get(self.next + i) == Some(&'#'));
            if c == '"' && ends {
                for _ in 0..marks {
                    self.advance();
                }
                break;
            }
            out.push(c);
        }
        out
    }

    fn letter(&mut self) -> String {
        self.advance();
        let mut out = String::new();
        while let Some(c) = self.advance() {
            match c {
                '\\' => out.extend(self.advance()),
                '\'' if !out.is_empty() => break,
                _ => out.push(c),
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_where_they_stand() {
        let text = "(\n  a: 1, // b: 2\n  /* c: /* d */ */ list: [\n    (id: \"x, y: (\", props: {\"mp\": 3}),\n    Die(from: 2),\n  ],\n  legend: {'.': \"clear\"},\n)";
        let index = TextIndex::build(text);
        let at = |path: &str| {
            let p = index.position(path);
            (p.line, p.column)
        };
        assert_eq!(at("a"), (2, 3));
        assert_eq!(at("list/0"), (4, 5));
        assert_eq!(at("list/0/props/mp"), (4, 29));
        assert_eq!(at("list/1/from"), (5, 9));
        assert_eq!(at("legend/."), (7, 12));
        // What is not there is looked for where it should be.
        assert_eq!(at("list/0/side"), (4, 5));
        assert_eq!(index.root.child("b"), None);
    }

    #[test]
    fn any_text_is_accepted() {
        for text in ["", "(", "(a:", "[[[[", "\"", "'", ")", "(a: ?, b: 1)", "r#\"x", "/*", "(a b)"] {
            TextIndex::build(text);
        }
        TextIndex::build(&"(".repeat(5000));
    }
}
