//! Small square matrices: as much as fitting ratings needs.

use std::ops::{Index, IndexMut};

/// A square matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.values[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.values[row * self.size + column]
    }
}

impl Matrix {
    /// A matrix of that size full of zeros.
    pub fn zero(size: usize) -> Matrix {
        Matrix { size, values: vec![0.0; size * size] }
    }

    /// Adds `scale` times a vector's product with itself.
    pub fn add_square(&mut self, vector: &[f64], scale: f64) {
        for (row, one) in vector.iter().enumerate().filter(|(_, one)| **one != 0.0) {
            for (column, other) in vector.iter().enumerate() {
                self[(row, column)] += scale * one * other;
            }
        }
    }

    /// Its product with a vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: usize| {
            vector.iter().enumerate().map(|(column, value)| self[(row, column)] * value).sum()
        };
        (0..self.size).map(row).collect()
    }

    /// This matrix times `other` times this matrix; both are symmetric and of one size.
    pub fn around(&self, other: &Matrix) -> Matrix {
        let product = |left: &Matrix, right: &Matrix| {
            let mut product = Matrix::zero(self.size);
            for row in 0..self.size {
                for column in 0..self.size {
                    let terms = (0..self.size).map(|it| left[(row, it)] * right[(it, column)]);
                    product[(row, column)] = terms.sum();
                }
            }
            product
        };
        product(&product(self, other), self)
    }

    /// The inverse of a symmetric, positive definite matrix, by Cholesky's factor L: a column of
    /// it solves L Lᵀ x = e.
    pub fn inverse(&self) -> Matrix {
        let factor = self.factor();
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let mut x = vec![0.0; self.size];
            x[column] = 1.0;
            for row in 0..self.size {
                let known: f64 = (0..row).map(|it| factor[(row, it)] * x[it]).sum();
                x[row] = (x[row] - known) / factor[(row, row)];
            }
            for row in (0..self.size).rev() {
                let known: f64 = (row + 1..self.size).map(|it| factor[(it, row)] * x[it]).sum();
                x[row] = (x[row] - known) / factor[(row, row)];
            }
            (0..self.size).for_each(|row| inverse[(row, column)] = x[row]);
        }
        inverse
    }

    fn factor(&self) -> Matrix {
        let mut factor = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|it| factor[(row, it)] * factor[(column, it)]).sum();
                let rest = self[(row, column)] - known;
                factor[(row, column)] =
                    if row == column { rest.sqrt() } else { rest / factor[(column, column)] };
            }
        }
        factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_changes_nothing() {
        let mut matrix = Matrix::zero(3);
        for (vector, scale) in
            [([1.0, 2.0, 0.0], 1.0), ([0.0, 1.0, -1.0], 2.0), ([3.0, 0.0, 3.0], 0.5)]
        {
            matrix.add_square(&vector, scale);
        }
        let vector = [1.0, -2.0, 5.0];
        let back = matrix.inverse().times(&matrix.times(&vector));
        assert!(back.iter().zip(vector).all(|(found, wanted)| (found - wanted).abs() < 1e-9));
        let same = matrix.inverse().around(&matrix);
        let inverse = matrix.inverse();
        assert!(same.values.iter().zip(&inverse.values).all(|(one, two)| (one - two).abs() < 1e-9));
    }
}
