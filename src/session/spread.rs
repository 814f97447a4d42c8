//! Where a population stands in each parameter, as rows of `parameters.csv`.

use crate::evolve::evolution::State;
use crate::evolve::population::mean_and_deviation;
use crate::program::Children;
use crate::record::parameters::ParameterRow;
use crate::registry::Table;
use crate::tune::Tuner;

/// What `parameters.csv` tells of each vector of a population.
#[derive(Clone, Debug)]
pub struct Spread(Vec<Column>);

/// A number of a vector.
#[derive(Clone, Debug)]
struct Column {
    name: String,
    /// Its place in the vector.
    index: usize,
    /// A value that has a name: then 1 stands for a vector with it, and 0 for one without.
    named: Option<f64>,
}

impl Spread {
    /// That of a table whose vectors lie on no board; `None` for others, whose champions are drawn as heat maps.
    pub fn of(table: &dyn Table) -> Option<Spread> {
        if table.layout().is_some() {
            return None;
        }
        let tune = table.program().map(Children::tune);
        let mut columns = Vec::new();
        for (index, parameter) in table.parameters().into_iter().enumerate() {
            let values = tune.map(|tune| tune.named_values(index)).unwrap_or_default();
            if values.is_empty() {
                columns.push(Column { name: parameter.name, index, named: None });
                continue;
            }
            columns.extend(values.into_iter().map(|(value, called)| {
                let name = format!("{}: {called}", parameter.name);
                Column { name, index, named: Some(value) }
            }));
        }
        Some(Spread(columns))
    }

    /// The rows of a generation.
    pub fn rows(&self, state: &State, tuner: &dyn Tuner) -> Vec<ParameterRow> {
        let vectors: Vec<_> = state.population.iter().map(|it| tuner.vector(&it.genes)).collect();
        let row = |column: &Column| {
            let values: Vec<f64> = vectors.iter().filter_map(|it| column.of(it)).collect();
            let (mean, deviation) = mean_and_deviation(&values);
            let parameter = column.name.clone();
            ParameterRow { generation: state.generation, parameter, mean, deviation }
        };
        self.0.iter().map(row).collect()
    }

    /// The names in the rows' order, and whether the mean there is a share of the individuals.
    pub fn names(&self) -> impl Iterator<Item = (&str, bool)> {
        self.0.iter().map(|it| (it.name.as_str(), it.named.is_some()))
    }

    /// The same, each with what a vector has there.
    pub fn of_vector<'a>(&'a self, vector: &'a [f64]) -> impl Iterator<Item = (&'a str, f64)> {
        self.0.iter().filter_map(|it| Some((it.name.as_str(), it.of(vector)?)))
    }
}

impl Column {
    /// What a vector has there.
    fn of(&self, vector: &[f64]) -> Option<f64> {
        let value = *vector.get(self.index)?;
        Some(self.named.map_or(value, |named| f64::from(u8::from(value == named))))
    }
}
