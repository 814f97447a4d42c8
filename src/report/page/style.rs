//! How a page looks: on a screen that is light or dark, narrow or wide, and on paper.

/// The style sheet. It is XML, too: no `<` and no `&`. The background of dark pages is the colour that
/// the white of pictures becomes there.
pub(super) const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1e1e1e;--grey:#5f6670;--line:#d5d9de;--page:#fff;--faint:#f4f6f8;--mark:#0072b2}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--grey:#9198a1;--line:#30363d;--page:#0d1117;--faint:#161b22;--mark:#3b9fe0}}
*{box-sizing:border-box}
html{background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{max-width:62rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.25rem;line-height:1.3;margin:2.5rem 0 .75rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
p{margin:.5rem 0;max-width:46rem}
.lead{color:var(--grey)}
.note{border-left:4px solid var(--mark);padding:.5rem .75rem;background:var(--faint)}
.wide{overflow-x:auto;overflow-wrap:normal}
figure{margin:1rem 0}
figure svg{display:block;max-width:100%;height:auto}
figure.chart svg{min-width:38rem}
table.texts{min-width:36rem}
figcaption,caption{color:var(--grey);font-size:.875rem;text-align:left}
caption{caption-side:top;padding:0 0 .375rem}
table{border-collapse:collapse;margin:.75rem 0;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.3125rem .75rem .3125rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{color:var(--grey);font-weight:600;vertical-align:bottom}
tbody th{font-weight:600;min-width:8rem}
tbody th,table:not(.texts) td{overflow-wrap:anywhere}
.number{text-align:right;white-space:nowrap}
thead .number{white-space:normal}
pre{background:var(--faint);border:1px solid var(--line);border-radius:4px;padding:.75rem;margin:.75rem 0;font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-x:auto}
summary{cursor:pointer;margin:.5rem 0}
dt{font-weight:600;margin-top:.75rem}
dd{margin:0;max-width:46rem}
@page{margin:16mm}
@media print{
html{font-size:10pt;background:none}
body{max-width:none;padding:0}
h2{break-after:avoid;margin-top:1.5rem}
figure,tr,pre,dt{break-inside:avoid}
dt{break-after:avoid}
thead{display:table-header-group}
.wide{overflow:visible}
figure svg,figure.chart svg,table.texts{min-width:0}
figure svg{max-height:120mm;width:auto}
figure.tall{break-inside:auto}
figure.tall svg{max-height:none}
table{font-size:8.5pt}
th,td{padding-right:.5rem}
pre{white-space:pre-wrap}
details{display:none}
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_is_xml_and_whole() {
        assert!(!STYLE.contains(['<', '&']));
        assert_eq!(STYLE.matches('{').count(), STYLE.matches('}').count());
    }
}
