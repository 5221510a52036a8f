import { describe, expect, it } from "vitest";

import { checkFile } from "./checks";

function e57(stated: number, size = stated): File {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode("ASTM-E57"));
  new DataView(bytes.buffer).setBigUint64(16, BigInt(stated), true);
  return new File([bytes], "scan.e57");
}
const text = (content: string, name = "scan.xyz") => new File([content], name);
const refusal = async (file: File) => (await checkFile(file)).refusal?.key;

describe("a file is checked before it is sent", () => {
  it("E57 and text are known by what is in them", async () => {
    expect(await checkFile(e57(1024))).toEqual({ assetType: "e57" });
    expect(await checkFile(text("# x y z\n1.0 2.0 3.0\n"))).toEqual({ assetType: "xyz" });
    expect(await checkFile(text("1,2,3,255,0,0\r\n", "scan.csv"))).toEqual({ assetType: "xyz" });
  });
  it("one that was not copied whole is refused", async () => {
    expect(await refusal(e57(4096, 2048))).toBe("check.cutOff");
    expect(await refusal(text("ASTM-E57", "a.e57"))).toBe("check.cutOff");
  });
  it("other formats are named", async () => {
    expect((await checkFile(text("LASF....", "scan.laz"))).refusal).toEqual({
      key: "check.otherFormat", parameters: { format: "LAS / LAZ" },
    });
    expect(await refusal(text("whatever", "scan.rcp"))).toBe("check.otherFormat");
  });
  it("nothing that is no scan gets through", async () => {
    expect(await refusal(text(""))).toBe("check.empty");
    expect(await refusal(text("Dear Sir,\n"))).toBe("check.noScan");
    expect(await refusal(text("1 2 3\n", "scan.e57"))).toBe("check.noE57");
    expect((await checkFile(text("1 2 3\n"), 3)).refusal?.key).toBe("check.tooLarge");
  });
});
