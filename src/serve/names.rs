//! By which names browsers may call a server.

use std::net::{IpAddr, SocketAddr};

/// The names of a server, each with its port where browsers show one.
pub struct Names {
    own: Vec<String>,
    /// The port, where the server listens at all addresses of its machine. Then a browser may call it by any
    /// address: what rebinds DNS is a name.
    everywhere: Option<u16>,
}

impl Names {
    /// Those of a server at that address, and `more`: its address, and on this machine `localhost`.
    pub fn new(address: SocketAddr, more: Vec<String>) -> Names {
        let (ip, port) = (address.ip(), address.port());
        let mut own = more;
        own.push(address.to_string());
        if ip.is_loopback() || ip.is_unspecified() {
            own.extend(["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{port}")));
        }
        if port == 80 {
            let short: Vec<String> =
                own.iter().filter_map(|it| it.strip_suffix(":80").map(str::to_string)).collect();
            own.extend(short);
        }
        Names { own, everywhere: ip.is_unspecified().then_some(port) }
    }

    /// Whether a browser may call the server so.
    pub fn has(&self, host: &str) -> bool {
        self.has_own(host) || self.everywhere.is_some_and(|port| is_address(host, port))
    }

    /// Whether a page from there is the server's, where the browser calls that `host`. Another address may be
    /// somebody else's.
    pub fn has_page(&self, from: &str, host: &str) -> bool {
        from.eq_ignore_ascii_case(host) || self.has_own(from)
    }

    fn has_own(&self, host: &str) -> bool {
        self.own.iter().any(|own| own.eq_ignore_ascii_case(host))
    }
}

/// Whether that is an address with that port, which browsers leave out where it is 80.
fn is_address(host: &str, port: u16) -> bool {
    let bare = || host.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(host);
    match host.parse::<SocketAddr>() {
        Ok(address) => address.port() == port,
        Err(_) => port == 80 && bare().parse::<IpAddr>().is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(address: &str, more: &[&str]) -> Names {
        Names::new(address.parse().unwrap(), more.iter().map(|it| it.to_string()).collect())
    }

    #[test]
    fn a_server_has_its_address_and_the_names_that_it_was_given() {
        let own = names("127.0.0.1:7121", &["box.local:7121", "games.example"]);
        for host in ["127.0.0.1:7121", "LOCALHOST:7121", "[::1]:7121", "Box.local:7121"] {
            assert!(own.has(host), "{host}");
        }
        assert!(own.has("games.example"));
        for host in ["evil.example:7121", "127.0.0.1", "192.168.1.20:7121", "games.example:7121"] {
            assert!(!own.has(host), "{host}");
        }
        let network = names("192.168.1.20:7121", &[]);
        assert!(network.has("192.168.1.20:7121"));
        assert!(!network.has("192.168.1.21:7121") && !network.has("localhost:7121"));
    }

    #[test]
    fn a_server_at_all_addresses_has_each_and_no_other_name() {
        for at in ["0.0.0.0:7121", "[::]:7121"] {
            let all = names(at, &[]);
            for host in [at, "localhost:7121", "192.168.1.20:7121", "[fe80::1]:7121"] {
                assert!(all.has(host), "{at}: {host}");
            }
            for host in
                ["192.168.1.20", "192.168.1.20:80", "evil.example:7121", "box.local:7121", ""]
            {
                assert!(!all.has(host), "{at}: {host}");
            }
        }
        let all = names("0.0.0.0:7121", &["games.example"]);
        let is_own = |from: &str| all.has_page(from, "192.168.1.20:7121");
        assert!(is_own("192.168.1.20:7121") && is_own("games.example"));
        assert!(!is_own("192.168.1.21:7121") && !is_own("evil.example:7121"));
        let web = names("0.0.0.0:80", &["box.local:80"]);
        for host in ["192.168.1.20", "192.168.1.20:80", "[fe80::1]", "localhost", "box.local"] {
            assert!(web.has(host), "{host}");
        }
        assert!(!web.has("evil.example") && !web.has("[192.168.1.20"));
    }
}
