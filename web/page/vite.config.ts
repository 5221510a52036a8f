import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "./", // the service may stand behind a proxy under any path
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
  build: {
    assetsDir: "page",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  // While developing: `npx vite` beside a service that listens at its usual place.
  server: { proxy: { "/v1": { target: "http://127.0.0.1:8080", ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"] },
});
