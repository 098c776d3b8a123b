//! A name in a scenario file that means nothing is a problem with line, column and the name that was meant.

use command_line::check_scenario_text;
use engine::scenario::{FORMAT, Issue, Severity};
use rule_tests::oblique::{Oblique, words};
use rule_tests::{library, shipped};

const BATTLE: &str = "hold-the-line/liegnitz";
const CAMPAIGN: &str = "frederick-the-great/1757";
const APPROACH: &str = "prussias-glory/kolin-main";

/// One slip of the pen: the text as shipped, the same with a misspelt name, and the name that was meant.
type Slip = (&'static str, &'static str, &'static str);

fn text_of(key: &str) -> String {
    let found = shipped().into_iter().find(|s| s.entry.key == key);
    found.unwrap_or_else(|| panic!("{key} is not shipped")).entry.text.clone()
}

fn check(text: &str) -> Vec<Issue> {
    check_scenario_text(library(), "slip.ron".as_ref(), text).list
}

/// Makes each slip on its own and expects an error on its line that names what was meant.
fn expect_named(scenario: &str, slips: [Slip; 5]) {
    let text = text_of(scenario);
    for (right, wrong, meant) in slips {
        let at = text.find(right).unwrap_or_else(|| panic!("{scenario} does not say {right}"));
        let line = text[..at].matches('\n').count() + 1;
        let slipped = text.replacen(right, wrong, 1);
        let list = check(&slipped);
        let is_named = |i: &&Issue| {
            let named = i.remedy.contains(&format!("'{meant}'")) || i.text.contains(&format!("'{meant}'?"));
            named && i.position.is_some_and(|p| p.line == line && p.column > 1)
        };
        let found = list.iter().find(is_named);
        let found = found.unwrap_or_else(|| panic!("{wrong} on line {line}, meant {meant}: {list:#?}"));
        assert_eq!(found.severity, Severity::Error, "{wrong}: {found}");
    }
}

#[test]
fn shipped_scenarios_have_no_unknown_names() {
    for s in shipped() {
        let wrong: Vec<String> = check(&s.entry.text)
            .iter()
            .filter(|i| i.severity != Severity::Advice)
            .map(ToString::to_string)
            .collect();
        assert_eq!(wrong, Vec::<String>::new(), "{}", s.entry.key);
        assert!(s.entry.text.contains(&format!("format: {FORMAT}")), "{} is of an old format", s.entry.key);
    }
}

#[test]
fn fields_of_the_file() {
    expect_named(
        BATTLE,
        [
            ("    subtitle:", "    subtitel:", "subtitle"),
            ("hexes: \"A1", "hexs: \"A1", "hexes"),
            ("turns: (count", "turns: (cuont", "count"),
            ("at: \"H4\"", "att: \"H4\"", "at"),
            ("area: \"lacy\"", "aera: \"lacy\"", "area"),
        ],
    );
}

#[test]
fn fields_of_pieces() {
    expect_named(
        BATTLE,
        [
            ("{\"mp\": 4}", "{\"pm\": 4}", "mp"),
            ("\"commander\": 1", "\"comander\": 1", "commander"),
            ("\"rating\": 2", "\"ratting\": 2", "rating"),
            ("{\"mp\": 2}", "{\"mp\": 2, \"awak\": true}", "awake"),
            ("{\"mp\": 3}", "{\"mp\": 3, \"nwo\": 1}", "now"),
        ],
    );
    expect_named(
        CAMPAIGN,
        [
            ("\"vp\": 5", "\"pv\": 5", "vp"),
            ("\"rank\": 1", "\"rnak\": 1", "rank"),
            ("\"offmap\": true", "\"off_map\": true", "offmap"),
            ("{\"sp\": 8}", "{\"sp\": 8, \"palce\": \"inside\"}", "place"),
            ("{\"rank\": 3}", "{\"rank\": 3, \"initative\": 1}", "initiative"),
        ],
    );
    expect_named(
        APPROACH,
        [
            ("\"initiative\": 4", "\"inititiave\": 4", "initiative"),
            ("\"wounded_points\"", "\"wounded_pionts\"", "wounded_points"),
            ("\"star\": \"C\"", "\"sart\": \"C\"", "star"),
            ("\"counters\": [2, 2]", "\"couters\": [2, 2]", "counters"),
            ("\"howitzer\": true", "\"howizter\": true", "howitzer"),
        ],
    );
}

#[test]
fn fields_of_sides_and_of_the_scenario() {
    expect_named(
        BATTLE,
        [
            ("\"command\": 3", "\"comand\": 3", "command"),
            ("\"command\": 3", "\"command\": 3, \"socred\": 1", "scored"),
            ("\"command\": 3", "\"command\": 3, \"fallne\": 1", "fallen"),
            ("{\"first\": \"prussia\"}", "{\"frist\": \"prussia\"}", "first"),
            ("{\"first\":", "{\"to_mvoe\": \"austria\", \"first\":", "to_move"),
        ],
    );
    expect_named(
        CAMPAIGN,
        [
            ("\"supply\": 5", "\"suply\": 5", "supply"),
            ("\"double_loss_after\": 20", "\"double_loss_atfer\": 20", "double_loss_after"),
            ("    specials: [", "    props: {\"frist_turn\": 1},\n    specials: [", "first_turn"),
            ("    specials: [", "    props: {\"winter_form\": 1},\n    specials: [", "winter_from"),
            ("    specials: [", "    props: {\"phaze\": \"\"},\n    specials: [", "phase"),
        ],
    );
    expect_named(
        APPROACH,
        [
            ("\"track_top\": 39", "\"trak_top\": 39", "track_top"),
            ("\"edges\": [\"N\"", "\"egdes\": [\"N\"", "edges"),
            ("\"second\": \"moritz\"", "\"secnod\": \"moritz\"", "second"),
            ("\"dummies_infantry\"", "\"dumies_infantry\"", "dummies_infantry"),
            ("\"fatigue\": 2", "\"fatige\": 2", "fatigue"),
        ],
    );
}

/// A known nation in the wrong army is no unknown name, and a typing error all the same.
#[test]
fn a_piece_of_a_nation_its_side_does_not_have_is_told() {
    let text = command_line::reference::example(library(), library().registry.get("hold-the-line").unwrap())
        .unwrap();
    let (piece, _) = text.match_indices("side: \"austria\", nation: \"austrian\"").next().unwrap();
    let wrong = format!("{}{}", &text[..piece], text[piece..].replacen("\"austrian\"", "\"prussian\"", 1));
    let found = command_line::check_scenario_text(library(), "wrong.ron".as_ref(), &wrong).list;
    let line = text[..piece].lines().count();
    let said = found.iter().find(|i| i.text.contains("'prussian' is not one of the side 'austria'"));
    assert_eq!(said.and_then(|i| i.position).map(|p| p.line), Some(line), "{found:?}");
}

#[test]
fn kinds_of_pieces() {
    expect_named(
        BATTLE,
        [
            ("\"infantry\"", "\"infrantry\"", "infantry"),
            ("\"elite\"", "\"elit\"", "elite"),
            ("\"artillery\"", "\"artilery\"", "artillery"),
            ("\"heavy-cavalry\"", "\"heavy_cavalry\"", "heavy-cavalry"),
            ("\"leader\"", "\"laeder\"", "leader"),
        ],
    );
    expect_named(
        APPROACH,
        [
            ("\"wing-leader\"", "\"wing_leader\"", "wing-leader"),
            ("\"grenadiers\"", "\"grenadeirs\"", "grenadiers"),
            ("\"hussars\"", "\"husars\"", "hussars"),
            ("\"dragoons\"", "\"dragons\"", "dragoons"),
            ("kind: \"commander\"", "kind: \"comander\"", "commander"),
        ],
    );
}

#[test]
fn kinds_of_ground_and_hexsides() {
    expect_named(
        BATTLE,
        [
            ("\"clear\"", "\"claer\"", "clear"),
            ("\"forest\"", "\"forrest\"", "forest"),
            ("\"hill\"", "\"hil\"", "hill"),
            ("\"town\"", "\"twon\"", "town"),
            ("\"waterway\"", "\"watreway\"", "waterway"),
        ],
    );
    expect_named(
        CAMPAIGN,
        [
            ("\"lake\": [", "\"laek\": [", "lake"),
            ("\"mountain\": [", "\"montain\": [", "mountain"),
            ("\"pass\": [", "\"pas\": [", "pass"),
            ("\"river\": [", "\"rivver\": [", "river"),
            ("\"sea\": [", "\"see\": [", "sea"),
        ],
    );
    expect_named(
        APPROACH,
        [
            ("\"light-woods\"", "\"light_woods\"", "light-woods"),
            ("\"town\"", "\"twon\"", "town"),
            ("\"ford\": [", "\"frod\": [", "ford"),
            ("\"gate\": [", "\"gaet\": [", "gate"),
            ("\"stream\": [", "\"steam\": [", "stream"),
        ],
    );
}

#[test]
fn options() {
    let victory = "    victory: [";
    expect_named(
        BATTLE,
        [
            (victory, "    options: {\"rappid\": true},\n    victory: [", "rapid"),
            (victory, "    options: {\"facings\": true},\n    victory: [", "facing"),
            (victory, "    options: {\"unit_rally\": true},\n    victory: [", "unit-rally"),
            (victory, "    options: {\"momentun\": true},\n    victory: [", "momentum"),
            (victory, "    options: {\"widthdrawal\": true},\n    victory: [", "withdrawal"),
        ],
    );
    expect_named(
        APPROACH,
        [
            ("\"croat-sniping\"", "\"croat-snipping\"", "croat-sniping"),
            ("\"howitzers\": true", "\"howitser\": true", "howitzers"),
            ("\"cavalry-losses\"", "\"calvary-losses\"", "cavalry-losses"),
            ("\"extended-range\"", "\"extended_range\"", "extended-range"),
            ("\"cavalry-withdrawal\"", "\"cavalry-widthdrawal\"", "cavalry-withdrawal"),
        ],
    );
}

#[test]
fn special_rules_and_their_fields() {
    expect_named(
        CAMPAIGN,
        [
            ("\"confined\"", "\"confind\"", "confined"),
            ("\"exchange\"", "\"exchagne\"", "exchange"),
            ("rule: \"confined\", props: {", "rule: \"must-surender\", props: {", "must-surrender"),
            ("rule: \"exchange\", props: {", "rule: \"no-exchagne\", props: {", "no-exchange"),
            ("rule: \"confined\", props: {", "rule: \"closed_region\", props: {", "closed-region"),
        ],
    );
    expect_named(
        CAMPAIGN,
        [
            ("\"until_captured\"", "\"untill_captured\"", "until_captured"),
            ("\"stay\"", "\"saty\"", "stay"),
            ("\"at_end\"", "\"at_edn\"", "at_end"),
            ("\"turns\": [", "\"trurns\": [", "turns"),
            ("\"paragraph\"", "\"pargraph\"", "paragraph"),
        ],
    );
    expect_named(
        BATTLE,
        [
            ("victory: [", "specials: [(rule: \"asleap\")], victory: [", "asleep"),
            ("victory: [", "specials: [(rule: \"objectiv\")], victory: [", "objective"),
            ("victory: [", "specials: [(rule: \"bridges_only\")], victory: [", "bridges-only"),
            ("victory: [", "specials: [(rule: \"Objective\")], victory: [", "objective"),
            ("victory: [", "specials: [(rule: \"aslepe\")], victory: [", "asleep"),
        ],
    );
    expect_named(
        APPROACH,
        [
            ("\"specific-group\"", "\"specifc-group\"", "specific-group"),
            ("\"detachment\"", "\"detatchment\"", "detachment"),
            ("\"rating\": 5", "\"ratting\": 5", "rating"),
            ("\"wings\": [\"huelsen\"]", "\"wigns\": [\"huelsen\"]", "wings"),
            ("\"guns\": []", "\"gusn\": []", "guns"),
        ],
    );
}

#[test]
fn the_schedule_and_victory() {
    expect_named(
        BATTLE,
        [
            ("kind: \"arrival\"", "kind: \"arival\"", "arrival"),
            ("\"succeeds_on\"", "\"succeds_on\"", "succeeds_on"),
            ("\"cost\": 1", "\"csot\": 1", "cost"),
            ("kind: \"points\"", "kind: \"point\"", "points"),
            ("kind: \"avoid\"", "kind: \"avoids\"", "avoid"),
        ],
    );
    expect_named(
        APPROACH,
        [
            ("kind: \"objective\"", "kind: \"objectiv\"", "objective"),
            ("kind: \"levels\"", "kind: \"level\"", "levels"),
            ("\"points\": 5", "\"pionts\": 5", "points"),
            ("\"prussian_decisive\"", "\"prussian_decisve\"", "prussian_decisive"),
            ("\"hexes\": [\"2413\"]", "\"hexs\": [\"2413\"]", "hexes"),
        ],
    );
}

#[test]
fn names_the_scenario_gives_itself() {
    expect_named(
        BATTLE,
        [
            ("side: \"prussia\"", "side: \"prusia\"", "prussia"),
            ("nation: \"austrian\"", "nation: \"austran\"", "austrian"),
            ("area: \"lacy\"", "area: \"lazy\"", "lacy"),
            ("pieces: [\"lacy\"", "pieces: [\"lacey\"", "lacy"),
            ("{\"first\": \"prussia\"}", "{\"first\": \"prussa\"}", "prussia"),
        ],
    );
    expect_named(
        CAMPAIGN,
        [
            ("\"nation\": \"hanoverian\"", "\"nation\": \"hannoverian\"", "hanoverian"),
            ("\"region\": \"east-of-magdeburg\"", "\"region\": \"east-of-magdburg\"", "east-of-magdeburg"),
            ("\"soubise\"]", "\"subise\"]", "soubise"),
            ("[\"winter\"]", "[\"witner\"]", "winter"),
            ("\"outside\"", "\"outsid\"", "outside"),
        ],
    );
    expect_named(
        APPROACH,
        [
            ("\"commander\": \"frederick\"", "\"commander\": \"frederik\"", "frederick"),
            ("area: \"area-wied\"", "area: \"area-weid\"", "area-wied"),
            ("near: \"wied\"", "near: \"weid\"", "wied"),
            ("pieces: [\"colloredo\"", "pieces: [\"coloredo\"", "colloredo"),
            ("\"wings\": [\"beck\"]", "\"wings\": [\"bec\"]", "beck"),
        ],
    );
}

#[test]
fn words_the_file_itself_reserves() {
    expect_named(
        BATTLE,
        [
            ("kind: Reconstructed", "kind: Reconstucted", "Reconstructed"),
            ("orientation: PointyTop", "orientation: PointTop", "PointyTop"),
            ("shove: Odd", "shove: Odds", "Odd"),
            ("order: ColRow", "order: ColsRow", "ColRow"),
            ("when: Die(", "when: Dye(", "Die"),
        ],
    );
}

#[test]
fn the_rule_system() {
    let text = text_of(BATTLE).replacen("\"hold-the-line\"", "\"hold-the-lime\"", 1);
    let list = check(&text);
    assert!(list.iter().any(|i| i.remedy.contains("'hold-the-line'") && i.position.is_some()), "{list:#?}");
}

#[test]
fn nothing_out_of_range_is_made_to_fit_in_silence() {
    for (scenario, right, wrong) in [
        (BATTLE, "\"command\": 3", "\"command\": 30"),
        (BATTLE, "\"command\": 3", "\"command\": 3, \"scored\": 1000"),
        (BATTLE, "\"command\": 3", "\"command\": 3, \"kept\": -1"),
        (BATTLE, "{\"mp\": 4}", "{\"mp\": \"four\"}"),
        (BATTLE, "\"succeeds_on\": 1", "\"succeeds_on\": 7"),
        (BATTLE, "turns: (count: 20", "turns: (count: 1000"),
        (CAMPAIGN, "turns: (count: 18", "turns: (count: 201"),
        (CAMPAIGN, "\"supply\": 5", "\"supply\": 0"),
        (CAMPAIGN, "{\"sp\": 8}", "{\"sp\": 251}"),
        (CAMPAIGN, "\"until_captured\": \"2217\"", "\"until_captured\": \"9999\""),
    ] {
        let list = check(&text_of(scenario).replacen(right, wrong, 1));
        let is_named = |i: &Issue| i.severity == Severity::Error && i.position.is_some();
        assert!(list.iter().any(is_named), "{wrong}: {list:#?}");
    }
}

#[test]
fn pieces_that_come_later_are_off_the_map_of_their_side_and_named_once() {
    for (right, wrong, said) in [
        ("pieces: [\"daun\"", "pieces: [\"lacy\"", "'lacy' is set up or expected twice"),
        ("pieces: [\"lacy\"", "pieces: [\"loudon\"", "'loudon' already stands on the map"),
        ("pieces: [\"lacy\"", "pieces: [\"zieten\"", "'zieten' belongs to the side 'prussia'"),
    ] {
        let text = text_of(BATTLE);
        let line = text[..text.find(right).unwrap()].matches('\n').count() + 1;
        let list = check(&text.replacen(right, wrong, 1));
        let found = list.iter().find(|i| i.text.contains(said));
        let found = found.unwrap_or_else(|| panic!("{said}: {list:#?}"));
        assert_eq!(found.position.map(|p| p.line), Some(line), "{found}");
    }
}

#[test]
fn in_files_of_an_older_format_unknown_fields_are_warnings() {
    let old = text_of(BATTLE)
        .replacen(&format!("format: {FORMAT}"), "format: 2", 1)
        .replacen("    subtitle:", "    subtitel:", 1)
        .replacen("\"rating\": 2", "\"rating\": 2, \"rateing\": 2", 1);
    let list = check(&old);
    let warned: Vec<&Issue> = list.iter().filter(|i| i.remedy.starts_with("did you mean")).collect();
    assert_eq!(warned.len(), 2, "{list:#?}");
    assert!(list.iter().all(|i| i.severity < Severity::Error), "{list:#?}");
}

#[test]
fn the_command_line_names_line_column_and_the_right_name() {
    let o = Oblique::new(env!("CARGO_BIN_EXE_oblique-headless"));
    let text = text_of(BATTLE).replacen("\"commander\": 1", "\"comander\": 1", 1);
    let (line, row) = text.lines().enumerate().find(|(_, l)| l.contains("\"comander\"")).unwrap();
    let column = row.find("\"comander\"").unwrap() + 1;
    let path = o.write("slip.ron", &text);
    let ran = o.run(&["check", words(&path)]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    let place = format!("line {}, column {column}", line + 1);
    assert!(ran.out.contains(&place) && ran.out.contains("did you mean 'commander'?"), "{}", ran.out);
}
