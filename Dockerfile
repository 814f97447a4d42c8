# docker build --tag starhop .
# docker run --rm --volume starhop:/starhop starhop evolve
FROM rust:1-slim-trixie AS build
WORKDIR /source
COPY . .
RUN cargo build --release --locked

FROM debian:trixie-slim
RUN useradd starhop && install --directory --owner starhop /starhop
COPY --from=build /source/target/release/starhop /usr/local/bin/
COPY LICENSE-APACHE LICENSE-MIT THIRD-PARTY.txt src/report/font/OFL.txt /usr/share/doc/starhop/
USER starhop
# Results and populations are written below it.
WORKDIR /starhop
VOLUME /starhop
ENTRYPOINT ["starhop"]
