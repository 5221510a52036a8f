import { afterEach, describe, expect, it } from "vitest";

import { setLanguage, t, tOr } from "../i18n";
import { de } from "../i18n/de";
import { en } from "../i18n/en";
import { area, bytes, duration, length, plusMinus } from "./format";

afterEach(() => setLanguage("en"));

describe("measures", () => {
  it("are metric with millimetres, or feet and inches", () => {
    expect(length(3.4567, "metric")).toBe("3.457 m");
    expect(length(3.4567, "imperial")).toBe("11′ 4 1/16″");
    expect(length(0.3048, "imperial")).toBe("1′ 0″");
    expect(area(9.2903, "imperial")).toBe("100.0 ft²");
    expect(plusMinus(4.62, "metric")).toBe("± 4.6 mm");
    expect(plusMinus(null, "metric")).toBe("");
  });
  it("follow the language", async () => {
    await setLanguage("de");
    expect(length(3.4567, "metric")).toBe("3,457 m");
  });
  it("of files and times are short", () => {
    expect(bytes(3_427_328)).toBe("3.4 MB");
    expect(bytes(999)).toBe("999 B");
    expect(duration(7384)).toBe("2 h 3 min");
    expect(duration(59.6)).toBe("1 min 0 s");
  });
});

describe("words", () => {
  it("tell one from many", () => {
    expect(t("rooms.n", { n: 1 })).toBe("1 room");
    expect(t("rooms.n", { n: 1200 })).toBe("1,200 rooms");
  });
  it("fall back to data that has none", () => {
    expect(tOr("stage.juggle", "juggle")).toBe("juggle");
  });
  it("have the same parameters in every language", () => {
    const parameters = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
    for (const key of Object.keys(en) as (keyof typeof en)[])
      expect([key, parameters(de[key])]).toEqual([key, parameters(en[key])]);
  });
});
