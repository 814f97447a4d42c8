//! What vectors are made of, by what the processor has.

/// What the vectors of a kernel are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registers {
    /// Two lanes a register, on any processor.
    Pairs,
    /// Four lanes a register, with AVX2 and bit instructions.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// The same with what AVX-512 adds to registers of that length.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Registers {
    /// Those that this processor has, the fastest last.
    #[cfg(target_arch = "x86_64")]
    pub fn all() -> Vec<Registers> {
        let avx2 = has_avx2().then_some(Registers::Avx2);
        let avx512 = (avx2.is_some() && has_avx512()).then_some(Registers::Avx512);
        [Some(Registers::Pairs), avx2, avx512].into_iter().flatten().collect()
    }

    /// Those that this processor has, the fastest last.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn all() -> Vec<Registers> {
        vec![Registers::Pairs]
    }

    /// The fastest that this processor has.
    pub fn fastest() -> Registers {
        Registers::all().pop().unwrap_or(Registers::Pairs)
    }
}

/// Whether the processor has the features of `Kernel::play_avx2`.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Whether it has those of `Kernel::play_avx512` beside them.
#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}
