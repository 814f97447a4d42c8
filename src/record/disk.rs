//! The way to the disk: every call by which records are read and written stands here once, so that
//! only "not found" ever counts as absence, and a test can let any call fail.

use super::error::RecordError;
use super::fault;
use super::power::{self, Change};
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write as _};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Mebibytes that a file may have which a person named, unless its reader allows more.
pub const MOST_MIB: u64 = 64;

/// What some editors begin text with.
pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A pipe, a device, or a link that isn't followed.
    Other,
}

impl Kind {
    fn of(found: &Metadata) -> Kind {
        match (found.is_file(), found.is_dir()) {
            (true, _) => Kind::File,
            (_, true) => Kind::Folder,
            _ => Kind::Other,
        }
    }
}

/// What lies at a path, at the end of links; `None` where nothing does.
///
/// # Errors
/// Where the system doesn't say.
pub fn kind(path: &Path) -> Result<Option<Kind>, RecordError> {
    let found = fault::step("look at", path).and_then(|()| fs::metadata(path));
    found_or_none(found).map(|it| it.as_ref().map(Kind::of)).map_err(RecordError::io("read", path))
}

/// The bytes of a file; 0 where there is none.
///
/// # Errors
/// Where the system doesn't say.
pub fn length(path: &Path) -> Result<u64, RecordError> {
    let found = fault::step("look at", path).and_then(|()| fs::metadata(path));
    let length = found_or_none(found).map(|it| it.map_or(0, |it| it.len()));
    length.map_err(RecordError::io("read", path))
}

/// Whether a file of a record is there.
///
/// # Errors
/// Where the system doesn't say, or what is there is no regular file.
pub fn is_there(path: &Path) -> Result<bool, RecordError> {
    match kind(path)? {
        None => Ok(false),
        Some(Kind::File) => Ok(true),
        Some(_) => Err(RecordError::not_regular(path)),
    }
}

/// The same for a file that grows, or a lock, in whose place no link may stand.
pub(super) fn own_is_there(path: &Path) -> Result<bool, RecordError> {
    match own_kind(path)? {
        None => Ok(false),
        Some(Kind::File) => Ok(true),
        Some(_) => Err(RecordError::not_regular(path)),
    }
}

/// What lies at a path without following a link, which is [`Kind::Other`].
pub(super) fn own_kind(path: &Path) -> Result<Option<Kind>, RecordError> {
    let found = fault::step("look at", path).and_then(|()| fs::symlink_metadata(path));
    found_or_none(found).map(|it| it.as_ref().map(Kind::of)).map_err(RecordError::io("read", path))
}

/// The value, or `None` where the error is that nothing is there; all other errors stay.
fn found_or_none<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
        Err(why) => Err(why),
    }
}

/// The names in a folder, in order; none where it isn't there.
pub(super) fn names(folder: &Path) -> Result<Vec<OsString>, RecordError> {
    let read = || -> io::Result<Vec<OsString>> {
        fault::step("list", folder)?;
        let Some(entries) = found_or_none(fs::read_dir(folder))? else {
            return no_link(folder).map(|()| Vec::new());
        };
        let names = entries.map(|entry| Ok(entry?.file_name()));
        let mut names = names.collect::<io::Result<Vec<_>>>()?;
        names.sort();
        Ok(names)
    };
    read().map_err(RecordError::io("read", folder))
}

/// That where no folder is there is no link to one either.
fn no_link(folder: &Path) -> io::Result<()> {
    match found_or_none(fs::symlink_metadata(folder))? {
        Some(found) if found.is_symlink() => {
            let why = format!("{} is a link to a folder that isn't there", folder.display());
            Err(io::Error::other(why))
        }
        _ => Ok(()),
    }
}

/// The bytes of a file of a record; `None` where there is none.
///
/// # Errors
/// Where it can't be read or is no regular file.
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, RecordError> {
    let Some(mut file) = open_if_there(path)? else { return Ok(None) };
    let mut bytes = Vec::new();
    let read = fault::step("read", path).and_then(|()| file.read_to_end(&mut bytes));
    read.map_err(RecordError::io("read", path))?;
    Ok(Some(bytes))
}

/// The bytes of a file of a record.
///
/// # Errors
/// Where it isn't there, can't be read or is no regular file.
pub fn read(path: &Path) -> Result<Vec<u8>, RecordError> {
    read_if_there(path)?.ok_or_else(|| missing(path))
}

/// The text of a file of a record.
///
/// # Errors
/// As [`read`], or where it is no text.
pub fn read_text(path: &Path) -> Result<String, RecordError> {
    text(path, read(path)?)
}

/// A file of a record, open for reading; `None` where there is none. What is no regular file is
/// refused before anything waits for it.
pub(super) fn open_if_there(path: &Path) -> Result<Option<File>, RecordError> {
    let opened = fault::step("open", path)
        .and_then(|()| found_or_none(without_waiting(OpenOptions::new().read(true)).open(path)));
    let Some(file) = opened.map_err(RecordError::io("read", path))? else { return Ok(None) };
    regular(path, file).map(Some)
}

/// The bytes of a file that a person named, which may be a pipe or a device, without the byte-order mark that
/// some editors begin text with.
///
/// # Errors
/// Where it can't be read, or has more than that many mebibytes.
pub fn read_named(path: &Path, most_mib: u64) -> Result<Vec<u8>, RecordError> {
    read_whole(open_named(path)?, path, most_mib)
}

fn read_whole(input: impl Read, path: &Path, most_mib: u64) -> Result<Vec<u8>, RecordError> {
    let most = most_mib << 20;
    let mut bytes = Vec::new();
    let read = input.take(most + 1).read_to_end(&mut bytes);
    read.map_err(RecordError::io("read", path))?;
    if bytes.len() as u64 > most {
        return Err(RecordError::damaged(path, format!("is larger than {most_mib} MiB")));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// A file that a person named, open for reading.
pub(super) fn open_named(path: &Path) -> Result<File, RecordError> {
    let opened = fault::step("open", path).and_then(|()| File::open(path));
    opened.map_err(RecordError::io("read", path))
}

/// The text of a file that a person named.
///
/// # Errors
/// As [`read_named`] with [`MOST_MIB`], or where it is no text.
pub fn read_named_text(path: &Path) -> Result<String, RecordError> {
    text(path, read_named(path, MOST_MIB)?)
}

/// The text that comes on standard input, to its end.
///
/// # Errors
/// As [`read_named_text`].
pub fn read_input_text() -> Result<String, RecordError> {
    let path = Path::new("standard input");
    text(path, read_whole(io::stdin().lock(), path, MOST_MIB)?)
}

fn text(path: &Path, bytes: Vec<u8>) -> Result<String, RecordError> {
    String::from_utf8(bytes).map_err(|_| RecordError::damaged(path, "is not text in UTF-8"))
}

fn missing(path: &Path) -> RecordError {
    RecordError::io("read", path)(io::Error::from(ErrorKind::NotFound))
}

/// Opens a file to write at its end, or makes it. No link is followed, and what is no regular file
/// is refused.
pub(super) fn open_own(path: &Path) -> Result<File, RecordError> {
    match own_kind(path)? {
        None => make_own(path).map_err(RecordError::io("write", path)),
        Some(Kind::File) => {
            let options = &mut OpenOptions::new();
            let opened = fault::step("open", path)
                .and_then(|()| without_links(without_waiting(options.write(true))).open(path));
            regular(path, opened.map_err(RecordError::io("open", path))?)
        }
        Some(_) => Err(RecordError::not_regular(path)),
    }
}

/// Makes an empty file that isn't there yet.
fn make_own(path: &Path) -> io::Result<File> {
    let file = make_unsynced(path)?;
    sync_folder(folder_of(path)).map(|()| file)
}

/// The same for a file that a power cut may take away again.
pub(super) fn make_unsynced(path: &Path) -> io::Result<File> {
    fault::step("make", path)?;
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    power::note(|| Change::Made(path.to_path_buf()));
    Ok(file)
}

fn regular(path: &Path, file: File) -> Result<File, RecordError> {
    let found = file.metadata().map_err(RecordError::io("read", path))?;
    match found.is_file() {
        true => Ok(file),
        false => Err(RecordError::not_regular(path)),
    }
}

#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(libc::O_NONBLOCK)
}

#[cfg(unix)]
fn without_links(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW)
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(not(unix))]
fn without_links(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Appends bytes to an open file.
pub(super) fn append(path: &Path, mut file: &File, bytes: &[u8]) -> io::Result<()> {
    power::grows(path, file);
    match fault::cut("write to", path, bytes) {
        Ok(()) => file.write_all(bytes),
        Err(cut) => {
            file.write_all(cut.written)?;
            Err(cut.stop())
        }
    }
}

/// Cuts an open file to that length, where it is longer; fails where it is shorter.
pub(super) fn shorten(path: &Path, file: &File, bytes: u64) -> io::Result<()> {
    let length = file.metadata()?.len();
    if length < bytes {
        let why = format!("it has {length} bytes, of which {bytes} were written");
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    if length == bytes {
        return Ok(());
    }
    fault::step("shorten", path)?;
    if let Some(mut content) = power::content(path) {
        let tail = content.split_off(bytes as usize);
        power::note(|| Change::Shrank(path.to_path_buf(), bytes, tail));
    }
    file.set_len(bytes)
}

/// Waits until an open file is on the disk.
pub(super) fn sync(path: &Path, file: &File) -> io::Result<()> {
    fault::step("sync", path)?;
    sync_all(file)?;
    power::synced(path);
    Ok(())
}

#[cfg(not(target_os = "macos"))]
fn sync_all(file: &File) -> io::Result<()> {
    file.sync_all()
}

#[cfg(target_os = "macos")]
fn sync_all(file: &File) -> io::Result<()> {
    match file.sync_all() {
        // std asks for F_FULLFSYNC, which network shares don't know.
        Err(why) if why.raw_os_error() == Some(libc::ENOTSUP) => {
            rustix::fs::fsync(file).map_err(io::Error::from)
        }
        result => result,
    }
}

/// Makes a file that isn't there yet, with these bytes, and waits until they are on the disk.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = make_unsynced(path)?;
    append(path, &file, bytes)?;
    sync(path, &file)
}

/// Gives a file or a folder another name, in place of what had it.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fault::step("rename", from)?;
    let replaced = power::content(to);
    rename_in_time(from, to)?;
    power::note(|| Change::Renamed(from.to_path_buf(), to.to_path_buf(), replaced));
    sync_folder(folder_of(to))
}

/// Windows refuses it while somebody else has one of them open, as scanners have for a moment.
fn rename_in_time(from: &Path, to: &Path) -> io::Result<()> {
    for _ in 0..30 {
        match fs::rename(from, to) {
            Err(why) if cfg!(windows) && why.kind() == ErrorKind::PermissionDenied => {
                thread::sleep(Duration::from_millis(10));
            }
            result => return result,
        }
    }
    fs::rename(from, to)
}

/// Removes a file, where it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    fault::step("remove", path)?;
    let content = power::content(path);
    let removed = found_or_none(fs::remove_file(path))?;
    if let (Some(()), Some(content)) = (removed, content) {
        power::note(|| Change::Removed(path.to_path_buf(), content));
    }
    Ok(())
}

/// Removes an empty folder, where it is there.
pub(super) fn remove_folder(path: &Path) -> io::Result<()> {
    fault::step("remove", path)?;
    if found_or_none(fs::remove_dir(path))?.is_some() {
        power::note(|| Change::RemovedFolder(path.to_path_buf()));
    }
    Ok(())
}

/// Makes a folder and those above it, where they aren't there.
///
/// # Errors
/// Where the system refuses to.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if found_or_none(fs::metadata(path))?.is_some_and(|found| found.is_dir()) {
        return Ok(());
    }
    let above = folder_of(path);
    if above != path {
        make_folder(above)?;
    }
    fault::step("make", path)?;
    match fs::create_dir(path) {
        Err(why) if why.kind() == ErrorKind::AlreadyExists => match path.is_dir() {
            true => Ok(()),
            false => no_link(path).and(Err(why)),
        },
        made => {
            made?;
            power::note(|| Change::MadeFolder(path.to_path_buf()));
            sync_folder(above)
        }
    }
}

/// The folder that a path lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Waits until the names in a folder are on the disk. Without this a new name may be lost in a power
/// cut, though the file's bytes are not.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    fault::step("sync", folder)?;
    let synced = sync_all(&File::open(folder)?);
    power::synced_folder(folder);
    match synced {
        // Some network file systems can't sync a folder; the file itself is safely in place.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        result => result,
    }
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
