//! Repairs that a problem offers, as steps of the history.

use super::edit::{Edit, ListEdit, PieceChange};
use engine::scenario::{Fix, Piece, Place, Repair, ScenarioDoc, When};

/// The repair as one edit, named after its problem; none if no part of it still applies.
pub fn repair_edit(doc: &ScenarioDoc, fix: &Fix, what: &str) -> Option<Edit> {
    let edits: Vec<Edit> = fix.repairs.iter().filter_map(|r| single_repair(doc, r)).collect();
    (!edits.is_empty()).then(|| Edit::Together { name: format!("{}: {what}", fix.name), edits })
}

fn single_repair(doc: &ScenarioDoc, repair: &Repair) -> Option<Edit> {
    Some(match repair {
        Repair::AddSide { edge, kind } => Edit::DrawEdges { sides: vec![(*edge, None)], kind: kind.clone() },
        Repair::RemoveSide { edge, kind } => {
            Edit::EraseEdges { sides: vec![*edge], kind: Some(kind.clone()) }
        }
        Repair::Road { edge, class } => Edit::Roads { sides: vec![*edge], class: *class },
        Repair::MovePiece { id, to } => {
            let place = to.map_or(Place::Off, Place::Hex);
            Edit::PlacePieces(vec![(id.clone(), place, None)])
        }
        Repair::PieceProp { id, field, value } => Edit::ChangePieces {
            ids: vec![id.clone()],
            change: PieceChange::Prop(field.clone(), Some(value.clone())),
        },
        Repair::AddPiece { id, kind, name, side, nation, at } => Edit::AddPieces(vec![Piece {
            id: id.clone(),
            kind: kind.clone(),
            name: name.clone(),
            side: side.clone(),
            nation: nation.clone(),
            place: Place::Hex(*at),
            ..Piece::default()
        }]),
        Repair::ScheduleTurn { entry, turn } => {
            let mut e = doc.schedule.get(*entry)?.clone();
            match &mut e.when {
                When::Turn(n) | When::Die { from: n, .. } => *n = *turn,
                _ => return None,
            }
            Edit::Schedule(ListEdit::Set(*entry, e))
        }
        Repair::LeaveEntry { is_setup: true, entry, id } => {
            let mut e = doc.setup.get(*entry)?.clone();
            e.pieces.retain(|p| p != id);
            Edit::Setup(ListEdit::Set(*entry, e))
        }
        Repair::LeaveEntry { is_setup: false, entry, id } => {
            let mut e = doc.schedule.get(*entry)?.clone();
            e.pieces.retain(|p| p != id);
            Edit::Schedule(ListEdit::Set(*entry, e))
        }
        Repair::RemoveSchedule(entry) => Edit::Schedule(ListEdit::Remove(*entry)),
        Repair::Turns(n) => Edit::Turns(*n),
    })
}
