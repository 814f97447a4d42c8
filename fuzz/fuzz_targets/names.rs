//! Searches and bots by name: what is printed reads back as the same.

#![no_main]

use starhop::search::spec::{BotName, Search};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(search) = text.parse::<Search>() {
        assert_eq!(search.to_string().parse(), Ok(search));
    }
    if let Ok(bot) = text.parse::<BotName>() {
        assert_eq!(bot.to_string().parse(), Ok(bot));
    }
});
