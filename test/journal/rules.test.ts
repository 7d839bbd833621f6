import { describe, expect, test } from "vitest";
import type { Attempt } from "../../src/journal/attempt.ts";
import { decide, headOf, isHeld, isNews, isOpen, joined, type Wish } from "../../src/journal/rules.ts";
import { attempt } from "../proof/rules/subject.ts";

const done = (attemptId: string, told: Partial<Attempt> = {}) =>
  attempt(attemptId, { fate: "done", certificateId: `c-${attemptId}`, ...told });
const open = (attemptId: string, told: Partial<Attempt> = {}) => attempt(attemptId, told);
const noEffect = (attemptId: string, told: Partial<Attempt> = {}) =>
  attempt(attemptId, { fate: "void", ...told });

/** Somebody who knows nothing asks for A. */
const wish = (told: Partial<Wish> = {}): Wish => ({ what: "A", held: {}, again: false, ...told });
const holding = ({ attemptId, certificateId }: Attempt) => ({ held: { attemptId, certificateId } });

const send = { kind: "send" };
const answer = (one: Attempt) => ({ kind: "answer", attempt: one });
const refuse = (because: string, one: Attempt) => ({ kind: "refuse", because, attempt: one });

describe("rule 1: nothing is sent while an attempt is open", () => {
  const newest = done("a1");

  test.each<[string, Partial<Attempt>]>([
    ["was sent, and nothing is known of it", { state: "sent" }],
    ["has an unknown outcome", { state: "unknown" }],
    ["was carried out, and its certificate is lost", { state: "done-unread" }],
    ["cannot be read", { state: "damaged", what: undefined }],
  ])("one that %s", (_, told) => {
    const one = open("a2", told);
    for (const asked of [
      wish(),
      wish({ ...holding(newest), again: true }),
      wish({ anew: "a1" }),
      wish({ name: "x" }),
    ])
      expect(decide([newest, one], asked)).toEqual(refuse("open", one));
  });

  test("also not where it stands before what was done later", () => {
    const one = open("a0");
    expect(decide([one, newest], wish(holding(newest)))).toEqual(refuse("open", one));
  });

  test("nor one whose result has perhaps reached nobody", () => {
    const unshown = done("a2", { unshown: true });
    expect(decide([newest, unshown], wish({ what: "B", ...holding(unshown) }))).toEqual(
      refuse("unshown", unshown),
    );
  });

  test("what had no effect is not open, whoever was to hear of it", () => {
    expect(decide([noEffect("a1", { unshown: true })], wish())).toEqual(send);
  });
});

describe("rule 2: a name stands for one reissue", () => {
  const named = done("a1", { name: "x" });

  test("asked again it is answered with its certificate", () => {
    for (const told of [{}, { again: true }, { ...holding(named), again: true }, { anew: "a1" }])
      expect(decide([named], wish({ name: "x", ...told }))).toEqual(answer(named));
  });

  test("asked again for something else, it is refused", () => {
    expect(decide([named], wish({ name: "x", what: "B" }))).toEqual(refuse("name-used", named));
    expect(decide([named], wish({ name: "x", what: undefined }))).toEqual(refuse("name-used", named));
  });

  test("asked again after another reissue, it is refused, not answered with an outdated certificate", () => {
    const later = done("a2");
    for (const told of [{}, { ...holding(later), again: true }, { anew: "a2" }])
      expect(decide([named, later], wish({ name: "x", ...told }))).toEqual(refuse("name-used", named));
  });

  test("of two of its name, of which a person has found one later, the newest counts", () => {
    const again = done("a2", { name: "x" });
    expect(decide([named, again], wish({ name: "x" }))).toEqual(answer(again));
  });

  test("a name that had no effect may be used again", () => {
    expect(decide([noEffect("a1", { name: "x" })], wish({ name: "x" }))).toEqual(send);
  });

  test("another name is another wish", () => {
    expect(decide([named], wish({ name: "y", ...holding(named), again: true }))).toEqual(send);
  });

  test("what has no name is not known by it", () => {
    const unnamed = done("a1");
    expect(decide([unnamed], wish({ what: "B", name: undefined, ...holding(unnamed) }))).toEqual(send);
  });
});

describe("rule 3: the newest certificate is the answer, if it was made from the same request", () => {
  const newest = done("a1");

  test("to those who know nothing of it: created, renamed, tainted, restored, retried", () => {
    expect(decide([newest], wish())).toEqual(answer(newest));
    expect(decide([newest], wish({ held: { attemptId: "a0", certificateId: "c-a0" } }))).toEqual(
      answer(newest),
    );
  });

  test("to those who know of it and want just that", () => {
    expect(decide([newest], wish(holding(newest)))).toEqual(answer(newest));
  });

  test("not to those who know of it and want one more", () => {
    expect(decide([newest], wish({ ...holding(newest), again: true }))).toEqual(send);
  });

  test("to those who want one more of what is outdated already", () => {
    expect(decide([newest], wish({ again: true }))).toEqual(answer(newest));
  });

  test("not while the request is not known yet", () => {
    expect(decide([newest], wish({ what: undefined }))).toEqual(refuse("reissued-since", newest));
    expect(decide([newest], wish({ what: undefined, ...holding(newest) }))).toEqual(send);
    const unknown = done("a1", { what: undefined });
    expect(decide([unknown], wish({ what: undefined }))).toEqual(refuse("reissued-since", unknown));
  });

  test("never with a certificate that is not the newest", () => {
    const later = done("a2", { what: "B" });
    expect(decide([newest, later], wish())).toEqual(refuse("reissued-since", later));
  });
});

describe("rule 4: whoever does not know of the newest certificate is refused", () => {
  const first = done("a1");
  const newest = done("a2", { what: "B" });

  test("also when they know an older one", () => {
    for (const told of [{}, holding(first), { ...holding(first), again: true }])
      expect(decide([first, newest], wish({ what: "C", ...told }))).toEqual(refuse("reissued-since", newest));
  });

  test("and whoever does is sent", () => {
    expect(decide([first, newest], wish({ what: "C", ...holding(newest) }))).toEqual(send);
  });

  test("knowing the certificate is enough, where the attempt is not known", () => {
    expect(decide([newest], wish({ held: { certificateId: "c-a2" } }))).toEqual(send);
    expect(decide([newest], wish({ held: { attemptId: "imported", certificateId: "c-a2" } }))).toEqual(send);
  });

  test("two attempts that made certificates of the same id are two", () => {
    const twin = done("a3", { what: "B", certificateId: "c-a1" });
    expect(decide([first, twin], wish({ what: "C", ...holding(first) }))).toEqual(
      refuse("reissued-since", twin),
    );
  });
});

describe("a certificate's id that was given twice", () => {
  const holder = { held: { certificateId: "c" }, again: true };
  const made = done("a1", { certificateId: "c" });

  test("is not known to be the newest one's", () => {
    const twin = done("a2", { what: "B", certificateId: "c" });
    expect(decide([made, twin], wish(holder))).toEqual(refuse("reissued-since", twin));
    const itself = done("a2", { certificateId: "c", replaced: "c" });
    expect(decide([itself], wish(holder))).toEqual(answer(itself));
  });

  test("is, where the other is a person's word about the same certificate", () => {
    const told = done("a0", { certificateId: "c", isTold: true });
    expect(decide([told, made], wish(holder))).toEqual(send);
    expect(decide([told, { ...made, isTold: true }], wish(holder))).toEqual(send);
  });

  test("is, where the other had no effect", () => {
    const without = attempt("a0", { fate: "void", certificateId: "c", replaced: "c" });
    expect(decide([without, made], wish(holder))).toEqual(send);
  });
});

describe("a person asks anew", () => {
  const first = done("a1");
  const newest = done("a2");

  test("on top of the newest, whatever is held or asked for", () => {
    for (const what of ["A", "B", undefined])
      expect(decide([first, newest], wish({ what, anew: "a2" }))).toEqual(send);
  });

  test("which is refused at a command line when there is a newer one, or never was such an attempt", () => {
    for (const anew of ["a1", "banana"])
      for (const what of ["A", "B"])
        expect(decide([first, newest], wish({ what, anew, ...holding(newest) }))).toEqual(
          refuse("reissued-since", newest),
        );
  });

  test("which is over in a configuration as soon as there is a newer one", () => {
    const left = { anew: "a1", isDeclared: true };
    expect(decide([first, newest], wish(left))).toEqual(answer(newest));
    expect(decide([first, newest], wish({ what: "B", ...left }))).toEqual(refuse("reissued-since", newest));
  });
});

test("what nobody has done yet is sent, whatever was tried", () => {
  expect(decide([], wish())).toEqual(send);
  expect(decide([noEffect("a1"), noEffect("a2", { what: "B" })], wish({ again: true }))).toEqual(send);
});

test("the newest is what was done last, wherever it stands", () => {
  const [one, two] = [done("a1"), done("a2")];
  expect(headOf([one, two, noEffect("a3"), open("a4")])).toBe(two);
  expect(headOf([open("a4")])).toBeUndefined();
  expect(isHeld(two, { attemptId: "a2" }, [one, two])).toBe(true);
  expect(isHeld(two, { attemptId: "a1", certificateId: "c-a2" }, [one, two])).toBe(false);
  expect(isHeld(two, {}, [one, two])).toBe(false);
  expect(isHeld(two, { certificateId: "c-older" }, [one, two])).toBe(false);
  expect(isHeld(two, { certificateId: "c-a1" }, [one, two])).toBe(false);
  expect(isHeld(two, { attemptId: "a3", certificateId: "c-a2" }, [one, two, noEffect("a3")])).toBe(true);
  const sealed = done("a4", { certificateId: undefined, replaced: "c-a2" });
  for (const head of [sealed, done("a4", { replaced: "c-a2" })]) expect(isHeld(head, {}, [head])).toBe(false);
  expect([one, open("a3"), noEffect("a4"), done("a5", { unshown: true })].map(isOpen)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

describe("a history together with what states have stored", () => {
  const first = done("a1");
  const second = done("a2", { replaced: "c-a1" });
  const elsewhere = done("s1", { certificateId: "c-elsewhere" });

  test("what it knows itself is not added", () => {
    expect(joined([first, second], [first])).toEqual([first, second]);
    expect(isNews([first, second], first)).toBe(false);
    expect(isNews([first], second)).toBe(true);
    expect(isNews([first, second], elsewhere)).toBe(true);
    expect(joined([first, second], [done("state-c-a2", { certificateId: "c-a2" })])).toEqual([first, second]);
  });

  test("a certificate of which it knows nothing is newer than all of it", () => {
    const all = joined([first, second], [elsewhere]);
    expect(headOf(all)).toBe(elsewhere);
    expect(decide(all, wish({ what: "B", ...holding(elsewhere) }))).toEqual(send);
    expect(decide(all, wish({ what: "B" }))).toEqual(refuse("reissued-since", elsewhere));
  });

  test("a certificate that somebody has held is older than that attempt, whatever became of it", () => {
    for (const holder of [
      done("a3", { replaced: "c-elsewhere" }),
      noEffect("a3", { replaced: "c-elsewhere" }),
    ]) {
      const all = joined([holder, first], [elsewhere]);
      expect(all).toEqual([elsewhere, holder, first]);
      expect(headOf(all)).toBe(first);
    }
  });

  test("a rejected attempt takes nothing away from the certificate that it was to replace", () => {
    const rejected = noEffect("a1", { replaced: "c-elsewhere" });
    expect(headOf(joined([rejected], [elsewhere]))).toBe(elsewhere);
  });

  test("a certificate that was issued before another reissue was sent is not newer than that, whoever knows of it", () => {
    const of = (id: string, sentAt: string) => done(id, { certificateId: `c-${id}`, sentAt });
    const [older, newer] = [of("old", "2026-01-01T00:00:00.000Z"), of("new", "2026-03-01T00:00:00.000Z")];
    expect(headOf(joined([newer], [older]))).toBe(newer);
    expect(headOf(joined([older], [newer]))).toBe(newer);
    expect(headOf(joined([newer], [of("undated", "")]))?.attemptId).toBe("undated");
  });

  test("two states come in their order, whichever is seen first", () => {
    const later = done("s2", { certificateId: "c-later", replaced: "c-elsewhere" });
    expect(headOf(joined([], [elsewhere, later]))).toBe(later);
    expect(headOf(joined([], [later, elsewhere]))).toBe(later);
  });

  test("what only a state knows to be open holds the order back", () => {
    const unknown = open("s1");
    expect(decide(joined([first], [unknown]), wish())).toEqual(refuse("open", unknown));
  });

  test("until the history knows what became of it", () => {
    expect(joined([noEffect("s1")], [open("s1")])).toEqual([noEffect("s1")]);
    expect(joined([done("s1")], [open("s1")])).toEqual([done("s1")]);
  });

  test("a state that has the certificate knows better than who said that nothing happened", () => {
    const all = joined([noEffect("s1")], [elsewhere]);
    expect(headOf(all)).toBe(elsewhere);
    expect(isHeld(elsewhere, elsewhere, all)).toBe(true);
  });

  test("a certificate that only an unclear answer named is not known yet, nor one that is sealed", () => {
    const unclear = open("a3", { certificateId: "c-elsewhere" });
    expect(joined([unclear], [elsewhere])).toEqual([unclear, elsewhere]);
    const sealed = done("a3", { certificateId: undefined });
    expect(joined([sealed], [open("s1")])).toEqual([sealed, open("s1")]);
  });

  test("only certificates have a date: what is open comes last, and what had no effect is later than nothing", () => {
    const [early, late] = [{ sentAt: "2026-01-01T00:00:00.000Z" }, { sentAt: "2026-03-01T00:00:00.000Z" }];
    expect(joined([done("a3", late)], [open("s1", early)])).toEqual([done("a3", late), open("s1", early)]);
    const stored = done("s1", early);
    expect(joined([noEffect("a3", late)], [stored])).toEqual([noEffect("a3", late), stored]);
  });

  test("a state does not close what is open", () => {
    const unknown = open("s1");
    expect(joined([unknown], [elsewhere])).toEqual([unknown]);
    expect(decide(joined([unknown], [elsewhere]), wish(holding(elsewhere)))).toEqual(refuse("open", unknown));
  });
});
