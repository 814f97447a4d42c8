//! A page in HTML that needs nothing beside itself: text, tables and pictures for a screen, a telephone
//! and paper. It asks for no other file and runs no script.

mod style;
mod table;

use super::escape::escape;
use style::STYLE;
pub use table::Table;

/// Pixels that a drawing is wider than if it is a chart.
const CHART: f64 = 640.0;
/// How many times as high as wide a chart is that has no room on half a sheet of paper.
const TALL: f64 = 1.5;

/// A page that can be mailed.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The title.
    pub title: String,
    /// Lines below it.
    pub lines: Vec<String>,
    /// What the page says, in order.
    pub sections: Vec<Section>,
}

/// A part of a page with a heading. One without parts is left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What stands below it, in order.
    pub parts: Vec<Part>,
}

/// Something on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A paragraph, in which backticks are around what is typed.
    Text(String),
    /// Such a paragraph that stands out.
    Note(String),
    /// A drawing in SVG as the other modules of `report` make it, and what it shows.
    Picture {
        /// The drawing.
        svg: String,
        /// What it shows, for those who can't see it.
        says: String,
    },
    /// A table.
    Table(Table),
    /// Lines as they are typed.
    Code(String),
    /// A file with its name, which a screen shows on request and paper doesn't.
    File {
        /// Its name.
        name: String,
        /// What it holds.
        text: String,
    },
    /// Words with what they mean.
    Terms(Vec<(String, String)>),
}

impl Page {
    /// The page as HTML that is XML, too.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let lines: String =
            self.lines.iter().map(|line| paragraph("lead", &escape(line))).collect();
        let sections: String = self.sections.iter().map(Section::html).collect();
        format!(
            "<!DOCTYPE html>\n\
             <html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n\
             <head>\n\
             <meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n\
             <title>{title}</title>\n\
             <style>{STYLE}</style>\n\
             </head>\n\
             <body>\n\
             <header>\n<h1>{title}</h1>\n{lines}</header>\n\
             <main>\n{sections}</main>\n\
             </body>\n\
             </html>\n"
        )
    }
}

impl Section {
    fn html(&self) -> String {
        if self.parts.is_empty() {
            return String::new();
        }
        let parts: String = self.parts.iter().map(Part::html).collect();
        format!("<section>\n<h2>{}</h2>\n{parts}</section>\n", escape(&self.title))
    }
}

impl Part {
    fn html(&self) -> String {
        match self {
            Part::Text(text) => paragraph("", &with_code(text)),
            Part::Note(text) => paragraph("note", &with_code(text)),
            Part::Picture { svg, says } => picture(svg, says),
            Part::Table(table) => table.html(),
            Part::Code(text) => format!("<pre><code>{}</code></pre>\n", escape(text.trim_end())),
            Part::File { name, text } => format!(
                "<details>\n<summary>{}</summary>\n<pre><code>{}</code></pre>\n</details>\n",
                escape(name),
                escape(text.trim_end())
            ),
            Part::Terms(terms) => {
                let term = |(word, means): &(String, String)| {
                    format!("<dt>{}</dt>\n<dd>{}</dd>\n", escape(word), escape(means))
                };
                format!("<dl>\n{}</dl>\n", terms.iter().map(term).collect::<String>())
            }
        }
    }
}

fn paragraph(class: &str, html: &str) -> String {
    match class {
        "" => format!("<p>{html}</p>\n"),
        class => format!("<p class=\"{class}\">{html}</p>\n"),
    }
}

/// Text as HTML, in which what stands between two backticks is code.
fn with_code(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('`')
        && let Some((code, after)) = behind.split_once('`')
    {
        html += &format!("{}<code>{}</code>", escape(before), escape(code));
        rest = after;
    }
    html + &escape(rest)
}

/// The beginning of what is scrolled where it is wide, also by keys, with a name in HTML.
fn wide(name: &str) -> String {
    format!("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\">")
}

/// The drawing within the page, with a name for those who don't see it.
fn picture(svg: &str, says: &str) -> String {
    let says = escape(says);
    let size = |place| svg.split('"').nth(place).and_then(|it| it.parse::<f64>().ok());
    // Words of wide charts would be too small on a telephone, where they are scrolled instead.
    let class = match (size(1), size(3)) {
        (Some(width), Some(height)) if width > CHART && height > TALL * width => {
            " class=\"chart tall\""
        }
        (Some(width), _) if width > CHART => " class=\"chart\"",
        _ => "",
    };
    let named = svg.replacen("<svg ", &format!("<svg aria-label=\"{says}\" "), 1);
    format!(
        "<figure{class}>\n{}{}</div>\n<figcaption>{says}</figcaption>\n</figure>\n",
        wide(&says),
        named.trim_end()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::usvg::roxmltree::{Document, ParsingOptions};

    const HOSTILE: &str = "</title><script>\"'&\u{0}\u{1b}[2J\u{202e}]]><!--";

    fn page() -> Page {
        let cells = |text: &str| vec![text.to_string(), "1".to_string()];
        let table = Table {
            caption: HOSTILE.to_string(),
            rows: vec![cells(""), cells(HOSTILE)],
            name: 0,
            left: 1,
        };
        let svg = "<svg width=\"9\" height=\"9\" xmlns=\"http://www.w3.org/2000/svg\"><title>a</title></svg>";
        let parts = vec![
            Part::Text(HOSTILE.to_string()),
            Part::Note(HOSTILE.to_string()),
            Part::Picture { svg: svg.to_string(), says: HOSTILE.to_string() },
            Part::Table(table),
            Part::Code(HOSTILE.to_string()),
            Part::File { name: HOSTILE.to_string(), text: HOSTILE.to_string() },
            Part::Terms(vec![(HOSTILE.to_string(), HOSTILE.to_string())]),
        ];
        let empty = Section { title: "nothing".to_string(), parts: Vec::new() };
        Page {
            title: HOSTILE.to_string(),
            lines: vec![HOSTILE.to_string()],
            sections: vec![Section { title: HOSTILE.to_string(), parts }, empty],
        }
    }

    #[test]
    fn no_text_becomes_markup() {
        let html = page().html();
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(&html, options).unwrap();
        let named = |name: &str| document.descendants().filter(|it| it.has_tag_name(name)).count();
        assert_eq!((named("script"), named("section"), named("h2")), (0, 1, 1));
        let shown = "</title><script>\"'&\\u{0}\\u{1b}[2J\\u{202e}]]><!--";
        let texts =
            |it: &str| document.descendants().filter(|node| node.text() == Some(it)).count();
        assert!(texts(shown) >= 12, "{html}");
        let label = document.descendants().find_map(|it| it.attribute("aria-label"));
        assert_eq!(label, Some(shown));
    }

    #[test]
    fn what_is_typed_is_code() {
        let html = Part::Text("a `b <c>` d` <e>".to_string()).html();
        assert_eq!(html, "<p>a <code>b &lt;c&gt;</code> d` &lt;e&gt;</p>\n");
    }

    #[test]
    fn pictures_are_told_by_their_size() {
        let class = |width: u32, height: u32| {
            let html = picture(&format!("<svg width=\"{width}\" height=\"{height}\"></svg>"), "");
            html.split('"').nth(1).unwrap_or_default().to_string()
        };
        assert_eq!(class(900, 600), "chart");
        assert_eq!(class(900, 3000), "chart tall");
        assert_eq!(class(620, 843), "wide");
    }

    #[test]
    fn a_page_asks_for_nothing() {
        let html = page().html();
        for asks in ["src=", "href=", "url(", "@import"] {
            assert!(!html.contains(asks), "{asks}");
        }
        assert!(html.contains("default-src 'none'"));
    }
}
