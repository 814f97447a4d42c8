//! Searches and bots by name: what is printed reads back as the same.

use starhop::search::spec::{BotName, Search};

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let search = text.parse::<Search>();
    if let Ok(search) = &search {
        assert_eq!(search.to_string().parse().as_ref(), Ok(search));
    }
    let bot = text.parse::<BotName>();
    if let Ok(bot) = &bot {
        assert_eq!(bot.to_string().parse().as_ref(), Ok(bot));
    }
    search.is_ok() || bot.is_ok()
}
