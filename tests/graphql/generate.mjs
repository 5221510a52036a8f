export function* generate() {}
