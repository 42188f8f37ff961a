import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cancelled,
  type Drawing,
  draftBox,
  drawn,
  nothingDrawn,
  type PointerAct,
  type Scene,
} from "../../../web/labels/drawing.ts";
import type { Point } from "../../../web/picture/view.ts";
import { frameAt } from "./frame-at.ts";

const picture = { width: 640, height: 360 };
const sceneAt = (n: number, more: Partial<Scene> = {}): Scene => ({
  frame: frameAt(n),
  picture,
  reach: 5,
  selected: undefined,
  isLabelAt: () => false,
  isArmed: false,
  fingerOn: undefined,
  ...more,
});

function acted(
  drawing: Drawing,
  scene: Scene,
  ...acts: readonly (readonly [PointerAct["kind"], number, number])[]
) {
  return acts.reduce<ReturnType<typeof drawn>>(
    (state, [kind, x, y]) => drawn(state.drawing, { kind, at: { x, y } }, scene),
    { drawing },
  );
}
const dragOf = (a: Point, b: Point) =>
  [
    ["press", a.x, a.y],
    ["move", b.x, b.y],
    ["release", b.x, b.y],
  ] as const;
const clickOn = ({ x, y }: Point) =>
  [
    ["press", x, y],
    ["release", x, y],
  ] as const;

const place = fc.record({ x: fc.integer({ min: -50, max: 700 }), y: fc.integer({ min: -50, max: 400 }) });
const apart = fc.tuple(place, place).filter(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) >= 5);

describe("drawing", () => {
  test("makes the same box by a drag and by two clicks, or reports both as too small", () => {
    fc.assert(
      fc.property(apart, ([a, b]) => {
        const byDrag = acted(nothingDrawn, sceneAt(3), ...dragOf(a, b));
        const byClicks = acted(nothingDrawn, sceneAt(3), ...clickOn(a), ["move", b.x, b.y], ...clickOn(b));
        expect(byClicks.drawing).toEqual(byDrag.drawing);
        expect(byClicks.effect).toEqual(byDrag.effect);
        expect(byDrag.drawing.draft).toHaveLength(byDrag.effect ? 0 : 1);
      }),
    );
  });

  test("adds a keypoint on another frame, and replaces the box on the same frame", () => {
    const first = acted(nothingDrawn, sceneAt(3), ...dragOf({ x: 10, y: 10 }, { x: 50, y: 50 })).drawing;
    const second = acted(first, sceneAt(9), ...dragOf({ x: 110, y: 10 }, { x: 150, y: 50 })).drawing;
    expect(second.draft.map(({ ms }) => ms)).toEqual([120, 360]);
    expect(draftBox(second, frameAt(6))).toEqual({ x1: 60, y1: 10, x2: 99, y2: 49 });
    expect(draftBox(second, frameAt(10))).toBeUndefined();
    const again = acted(second, sceneAt(9), ...dragOf({ x: 210, y: 10 }, { x: 250, y: 50 })).drawing;
    expect(again.draft).toHaveLength(2);
    expect(draftBox(again, frameAt(9))?.x1).toBe(210);
    // Between its keypoints, the draft's box can be dragged.
    const moved = acted(again, sceneAt(6), ...dragOf({ x: 120, y: 30 }, { x: 120, y: 60 })).drawing;
    expect(draftBox(moved, frameAt(6))).toEqual({ x1: 110, y1: 40, x2: 149, y2: 79 });
    expect(moved.draft).toHaveLength(3);
  });

  test("moves the selected label by a drag on it, and draws a box by a drag elsewhere", () => {
    const selected = { label: 7, box: { x1: 100, y1: 100, x2: 199, y2: 199 } };
    const scene = sceneAt(3, { selected });
    expect(acted(nothingDrawn, scene, ...dragOf({ x: 150, y: 150 }, { x: 160, y: 140 })).effect).toEqual({
      kind: "box",
      label: 7,
      box: { x1: 110, y1: 90, x2: 209, y2: 189 },
    });
    expect(acted(nothingDrawn, scene, ...dragOf({ x: 200, y: 150 }, { x: 220, y: 10 })).effect).toEqual({
      kind: "box",
      label: 7,
      box: { x1: 100, y1: 100, x2: 219, y2: 199 },
    });
    const elsewhere = acted(nothingDrawn, scene, ...dragOf({ x: 10, y: 10 }, { x: 60, y: 60 }));
    expect(elsewhere.effect).toBeUndefined();
    expect(elsewhere.drawing.draft).toHaveLength(1);
    // While a draft exists, other labels cannot be moved.
    expect(
      acted(elsewhere.drawing, scene, ...dragOf({ x: 150, y: 150 }, { x: 160, y: 140 })).effect,
    ).toBeUndefined();
  });

  test("selects a label by a click on it, unless Draw is on", () => {
    const isLabelAt = () => true;
    const clicked = acted(nothingDrawn, sceneAt(3, { isLabelAt }), ...clickOn({ x: 9, y: 9 }));
    expect(clicked).toEqual({ drawing: nothingDrawn, effect: { kind: "pick", at: { x: 9, y: 9 } } });
    const armed = acted(nothingDrawn, sceneAt(3, { isLabelAt, isArmed: true }), ...clickOn({ x: 9, y: 9 }));
    expect(armed.effect).toBeUndefined();
    expect(armed.drawing.corner?.from).toEqual({ x: 9, y: 9 });
  });

  describe("with a finger", () => {
    const fingerOn = { from: { x: 0, y: 0 }, to: { x: 640, y: 360 }, fineness: 1 };
    const selected = { label: 7, box: { x1: 100, y1: 100, x2: 299, y2: 299 } };
    const scene = sceneAt(3, { selected, fingerOn, isArmed: true });

    test("makes no corner if it has moved, even if it came back or hardly moved", () => {
      const from = { x: 500, y: 50 };
      const [press, move] = dragOf(from, { x: 503, y: 53 });
      const pressed = acted(nothingDrawn, scene, press, move).drawing;
      const releasedAt = (at: Point, isTap: boolean) => drawn(pressed, { kind: "release", at, isTap }, scene);
      expect(releasedAt(from, false)).toMatchObject({
        drawing: { draft: [], corner: undefined },
        effect: { kind: "too small" },
      });
      expect(releasedAt({ x: 504, y: 54 }, false).drawing.draft).toHaveLength(1);
      expect(releasedAt(from, true).drawing.corner?.from).toEqual(from);
    });

    test("may slide to the opposite corner", () => {
      const corner = acted(nothingDrawn, scene, ...clickOn({ x: 400, y: 50 })).drawing;
      const { drawing } = acted(corner, scene, ...dragOf({ x: 480, y: 100 }, { x: 500, y: 90 }));
      expect(drawing.draft[0]?.box).toEqual({ x1: 400, y1: 50, x2: 499, y2: 89 });
    });

    test("keeps its distance from the corner that it drags, and chooses this corner for the arrow buttons", () => {
      const { drawing, effect } = acted(nothingDrawn, scene, ...dragOf({ x: 315, y: 85 }, { x: 335, y: 75 }));
      expect(effect).toEqual({ kind: "box", label: 7, box: { x1: 100, y1: 90, x2: 319, y2: 299 } });
      expect(drawing.part).toEqual({ x: 1, y: -1 });
      const tapped = acted(drawing, scene, ...clickOn({ x: 95, y: 310 }));
      expect(tapped).toEqual({ drawing: { ...drawing, part: { x: -1, y: 1 } } });
      expect(acted(drawing, scene, ...clickOn({ x: 200, y: 200 })).effect?.kind).toBe("pick");
    });

    test("chooses the corner where a new box ends", () => {
      const made = acted(nothingDrawn, scene, ...dragOf({ x: 600, y: 340 }, { x: 500, y: 320 })).drawing;
      expect(made.part).toEqual({ x: -1, y: -1 });
    });
  });

  test("undoes one step for each Escape, and the draft last", () => {
    const draft = acted(nothingDrawn, sceneAt(3), ...dragOf({ x: 10, y: 10 }, { x: 50, y: 50 })).drawing;
    const busy = acted(draft, sceneAt(3), ...clickOn({ x: 100, y: 100 }), ["press", 200, 200]).drawing;
    expect(busy).toMatchObject({ hand: { kind: "draw" }, corner: { from: { x: 100, y: 100 } } });
    expect(cancelled(busy)).toMatchObject({ hand: undefined, corner: { from: { x: 100, y: 100 } } });
    expect(cancelled(cancelled(busy))).toEqual(draft);
    expect(cancelled(draft)).toEqual(nothingDrawn);
  });
});
