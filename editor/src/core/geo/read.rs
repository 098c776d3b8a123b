//! GeoJSON (RFC 7946): features with their properties as text and their shapes in lon/lat.

use geojson::{GeometryValue, Position};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Longitude and latitude in degrees.
pub type LonLat = [f64; 2];

/// Why a file cannot be read: where, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeoError {
    pub file: String,
    /// `line 3, column 7` or `feature 12 (Elbe)`.
    pub place: String,
    pub text: String,
}

impl std::fmt::Display for GeoError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}: {}", self.file, self.place, self.text)
    }
}

impl std::error::Error for GeoError {}

#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Points(Vec<LonLat>),
    Lines(Vec<Vec<LonLat>>),
    /// Polygons, each with its outer ring first and holes after it.
    Areas(Vec<Vec<Vec<LonLat>>>),
}

impl Shape {
    /// All positions, in order.
    pub fn positions(&self) -> Box<dyn Iterator<Item = LonLat> + '_> {
        match self {
            Self::Points(p) => Box::new(p.iter().copied()),
            Self::Lines(l) => Box::new(l.iter().flatten().copied()),
            Self::Areas(a) => Box::new(a.iter().flatten().flatten().copied()),
        }
    }
}

/// A feature of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// The file's name without folder and ending; also offered as the property `file`.
    pub file: String,
    /// From 1.
    pub number: usize,
    pub name: String,
    /// Plain properties as text.
    pub props: BTreeMap<String, String>,
    /// Rivers it lies on, and on which bank (looking downstream).
    pub banks: Vec<(String, Bank)>,
    pub shape: Shape,
}

/// Where a place lies on its river, looking downstream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bank {
    Left,
    Right,
    /// The river goes through it.
    Both,
}

/// The most positions a file may have.
const MOST: usize = 4_000_000;

/// Reads one file. `name` is what messages call it.
pub fn read(name: &str, text: &str) -> Result<Vec<Feature>, GeoError> {
    let fail = |place: String, text: String| GeoError { file: name.to_owned(), place, text };
    let root: Value = serde_json::from_str(text).map_err(|e| {
        let what = e.to_string();
        // serde_json repeats the position at the end of its message.
        let what = what.split(" at line").next().unwrap_or_default().to_owned();
        fail(format!("line {}, column {}", e.line(), e.column()), what)
    })?;
    let stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = stem.split('.').next().unwrap_or(stem);
    let list: Vec<&Value> = match kind(&root) {
        "FeatureCollection" => match root.get("features").and_then(Value::as_array) {
            Some(list) => list.iter().collect(),
            None => return Err(fail("line 1".into(), "the collection has no list of features".into())),
        },
        "" => return Err(fail("line 1".into(), "this is not GeoJSON: it has no type".into())),
        _ => vec![&root],
    };
    let mut out = Vec::new();
    let mut total = 0usize;
    for (i, value) in list.into_iter().enumerate() {
        let title = text_of(value.get("properties").and_then(|p| p.get("name"))).unwrap_or_default();
        let place = if title.is_empty() {
            format!("feature {}", i + 1)
        } else {
            format!("feature {} ({title})", i + 1)
        };
        let (props, geometry) = match kind(value) {
            "Feature" => (value.get("properties"), value.get("geometry")),
            _ => (None, Some(value)),
        };
        // A feature may have no shape; then there is nothing to draw.
        let Some(geometry) = geometry.filter(|g| !g.is_null()) else { continue };
        let mut shapes = Vec::new();
        read_shape(geometry, &mut shapes).map_err(|why| fail(place.clone(), why))?;
        total += shapes.iter().map(|s| s.positions().count()).sum::<usize>();
        if total > MOST {
            return Err(fail(place, format!("the file has more than {MOST} positions")));
        }
        for shape in shapes {
            out.push(Feature {
                file: stem.to_owned(),
                number: i + 1,
                name: title.clone(),
                props: plain(props, stem),
                banks: banks(props),
                shape,
            });
        }
    }
    Ok(out)
}

fn kind(value: &Value) -> &str {
    value.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn text_of(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(s) => Some(s.clone()),
        Value::Number(n) => Some(n.to_string()),
        Value::Bool(b) => Some(b.to_string()),
        _ => None,
    }
}

fn plain(props: Option<&Value>, stem: &str) -> BTreeMap<String, String> {
    let mut out = BTreeMap::from([("file".to_owned(), stem.to_owned())]);
    for (k, v) in props.and_then(Value::as_object).into_iter().flatten() {
        if let Some(text) = text_of(Some(v)) {
            out.insert(k.clone(), text);
        }
    }
    out
}

/// `on_river: [{river: "Elbe", bank: "left"}]`.
fn banks(props: Option<&Value>) -> Vec<(String, Bank)> {
    let list = props.and_then(|p| p.get("on_river")).and_then(Value::as_array);
    let one = |v: &Value| {
        let river = v.get("river")?.as_str()?.to_owned();
        match v.get("bank")?.as_str()? {
            "left" => Some((river, Bank::Left)),
            "right" => Some((river, Bank::Right)),
            "both" => Some((river, Bank::Both)),
            _ => None,
        }
    };
    list.into_iter().flatten().filter_map(one).collect()
}

/// Adds the shapes of a geometry. Unknown types and malformed coordinates are errors.
fn read_shape(geometry: &Value, out: &mut Vec<Shape>) -> Result<(), String> {
    match kind(geometry) {
        "" => return Err("the geometry has no type".into()),
        "Point" | "MultiPoint" | "LineString" | "MultiLineString" | "Polygon" | "MultiPolygon"
        | "GeometryCollection" => {}
        other => return Err(format!("'{other}' is no geometry of GeoJSON")),
    }
    let Ok(geometry) = geojson::Geometry::deserialize(geometry) else {
        return Err("a position is not two numbers".into());
    };
    add_shapes(&geometry.value, out)
}

fn add_shapes(value: &GeometryValue, out: &mut Vec<Shape>) -> Result<(), String> {
    out.push(match value {
        GeometryValue::Point { coordinates } => Shape::Points(vec![position(coordinates)?]),
        GeometryValue::MultiPoint { coordinates } => Shape::Points(all(coordinates, position)?),
        GeometryValue::LineString { coordinates } => Shape::Lines(vec![line(coordinates)?]),
        GeometryValue::MultiLineString { coordinates } => Shape::Lines(all(coordinates, |l| line(l))?),
        GeometryValue::Polygon { coordinates } => Shape::Areas(vec![rings(coordinates)?]),
        GeometryValue::MultiPolygon { coordinates } => Shape::Areas(all(coordinates, |p| rings(p))?),
        GeometryValue::GeometryCollection { geometries } => {
            return geometries.iter().try_for_each(|part| add_shapes(&part.value, out));
        }
    });
    Ok(())
}

fn all<T, U>(list: &[T], read: impl Fn(&T) -> Result<U, String>) -> Result<Vec<U>, String> {
    list.iter().map(read).collect()
}

fn position(p: &Position) -> Result<LonLat, String> {
    let [lon, lat, ..] = *p.as_slice() else { return Err("a position is not two numbers".into()) };
    if lon.abs() > 360.0 || lat.abs() > 90.0 {
        return Err(format!("{lon}, {lat} is no longitude and latitude"));
    }
    Ok([lon, lat])
}

fn line(list: &[Position]) -> Result<Vec<LonLat>, String> {
    if list.len() < 2 {
        return Err("a line has fewer than two positions".into());
    }
    all(list, position)
}

fn rings(list: &[Vec<Position>]) -> Result<Vec<Vec<LonLat>>, String> {
    if list.is_empty() {
        return Err("a polygon has no ring".into());
    }
    let ring = |ring: &Vec<Position>| match line(ring)? {
        ring if ring.len() < 4 => Err("a ring has fewer than four positions".into()),
        ring => Ok(ring),
    };
    all(list, ring)
}
