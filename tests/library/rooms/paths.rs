//! Which paths from the crate's root a source file uses.

/// The module that a file is, from the crate's root; the root itself is empty.
pub struct Place(Vec<String>);

impl Place {
    /// The module of a file named by its path below `src`, without the ending.
    pub fn of(file: &str) -> Place {
        let mut steps: Vec<String> = file.split('/').map(str::to_string).collect();
        if matches!(steps.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            steps.pop();
        }
        Place(steps)
    }

    /// The room that it belongs to.
    pub fn room(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }
}

/// A path that a file says, with groups taken apart.
#[derive(Debug)]
pub struct Said {
    /// Its steps. A path within the crate begins with `crate`, however the file reaches it.
    pub steps: Vec<String>,
    /// Whether it stands in a test module.
    pub in_tests: bool,
}

/// Every path of a file with two steps or more, and every `crate` that stands alone.
pub fn said(place: &Place, words: &[String]) -> Vec<Said> {
    let mut said = Vec::new();
    for (at, module) in modules(&place.0, words).into_iter().enumerate() {
        let goes_on = at > 0 && words[at - 1] == "::";
        let leads_on = words.get(at + 1).is_some_and(|next| next == "::");
        let is_alone = words[at] == "crate" && !leads_on && !is_visibility(words, at);
        if goes_on || !(leads_on || is_alone) || !words[at].starts_with(is_letter) {
            continue;
        }
        let mut tree = Tree { words, at, module: &module, paths: Vec::new() };
        tree.read(&[]);
        let in_tests = module.iter().any(|name| name == "tests");
        said.extend(tree.paths.into_iter().map(|steps| Said { steps, in_tests }));
    }
    said
}

fn is_letter(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_'
}

/// `pub(crate)` names nothing.
fn is_visibility(words: &[String], at: usize) -> bool {
    at > 1 && words[at - 1] == "(" && words[at - 2] == "pub"
}

/// The module that each word stands in.
fn modules(file: &[String], words: &[String]) -> Vec<Vec<String>> {
    let mut open: Vec<Option<String>> = Vec::new();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            "{" => {
                let named = at > 1 && words[at - 2] == "mod";
                open.push(named.then(|| words[at - 1].clone()));
            }
            "}" => drop(open.pop()),
            _ => {}
        }
        found.push(file.iter().chain(open.iter().flatten()).cloned().collect());
    }
    found
}

/// A path, or a group of paths with a common beginning.
struct Tree<'a> {
    words: &'a [String],
    at: usize,
    module: &'a [String],
    paths: Vec<Vec<String>>,
}

impl Tree<'_> {
    fn next(&mut self) -> String {
        self.at += 1;
        self.words.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    /// Reads a path whose beginning is known.
    fn read(&mut self, beginning: &[String]) {
        let mut path = beginning.to_vec();
        loop {
            match self.next().as_str() {
                "{" => return self.group(&path),
                "self" if path.is_empty() => path = self.here(),
                "self" => {}
                "super" if path.is_empty() => {
                    path = self.here();
                    path.pop();
                }
                "super" => drop(path.pop()),
                step => path.push(step.to_string()),
            }
            if self.peek() != "::" {
                return self.paths.push(path);
            }
            self.next();
        }
    }

    fn here(&self) -> Vec<String> {
        let root = ["crate".to_string()];
        root.iter().chain(self.module).cloned().collect()
    }

    fn group(&mut self, beginning: &[String]) {
        while !matches!(self.peek(), "}" | "") {
            match self.peek() {
                "," => drop(self.next()),
                "as" => self.at += 2,
                _ => self.read(beginning),
            }
        }
        self.next();
    }
}
