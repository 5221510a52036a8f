// Random documents of the grammar: right in form, without any sense.
const names = ['a', 'b', 'c', 'id', 'on', 'type', 'query', 'fragment', 'input', 'extend', 'repeatable', '_x', 'Foo', 'null_'];
const types = ['Int', 'String', 'Foo', 'Bar', 'on', 'T'];
const locations = ['QUERY', 'FIELD', 'FRAGMENT_SPREAD', 'OBJECT', 'ENUM_VALUE', 'DIRECTIVE_DEFINITION', 'SCHEMA'];
const texts = ['', 'x', 'two words', 'é 中 😀', 'a\nb', '  indented\n    more\n', 'quote " here', 'back\\slash', '"""', '\t', 'ends with "',
  'a line that is long enough to be put on a line of its own by the printer, and longer'];
const escapes = ['\\n', '\\t', '\\"', '\\\\', '\\/', '\\u0041', '\\u{1F600}', '\\uD83D\\uDE00', '\\b'];

export class Grammar {
  constructor(random) {
    this.random = random;
    this.depth = 0;
  }

  optional(probability, make) {
    return this.random.chance(probability) ? make() : '';
  }
  list(least, most, make, separator = ' ') {
    return this.random.some(least, most, make).join(separator);
  }
  nested(make, otherwise) {
    if (this.depth > 4) return otherwise();
    this.depth += 1;
    const result = make();
    this.depth -= 1;
    return result;
  }

  document() {
    const {random} = this;
    // Only the first definition may print as a bare selection set: behind a type without a body it would be read
    // as that body.
    const definitions = random.some(1, 4, (i) => (random.chance(0.6) ? this.executable(i === 0) : this.typeSystem()));
    return definitions.join(random.pick(['\n', '\n\n', ' ', ' # x\n', ',']));
  }

  name(except = []) {
    const name = this.random.pick(names);
    return except.includes(name) ? 'a' : name;
  }

  executable(canBeBare) {
    const {random} = this;
    if (canBeBare && random.chance(0.4)) return this.selectionSet();
    const description = this.optional(0.2, () => this.string());
    if (random.chance(0.3)) {
      return `${description} fragment ${this.name(['on'])} on ${random.pick(types)} ${this.directives(false)} ${this.selectionSet()}`;
    }
    const variables = this.optional(0.4, () => `(${this.list(1, 3, () => this.variableDefinition())})`);
    const operation = random.pick(['query', 'mutation', 'subscription']);
    const name = this.optional(canBeBare ? 0.7 : 1, () => this.name());
    return `${description} ${operation} ${name} ${variables} ${this.directives(false)} ${this.selectionSet()}`;
  }

  variableDefinition() {
    const value = this.optional(0.3, () => `= ${this.value(true)}`);
    return `${this.optional(0.15, () => this.string())} $${this.name()}: ${this.type()} ${value} ${this.directives(true)}`;
  }

  selectionSet() {
    return `{${this.nested(() => this.list(1, 4, () => this.selection(), this.random.pick([' ', ', ', '\n'])), () => 'leaf')}}`;
  }

  selection() {
    const {random} = this;
    const kind = random.next();
    if (kind < 0.15) return `...${this.name(['on'])} ${this.directives(false)}`;
    if (kind < 0.3) {
      return `... ${this.optional(0.7, () => `on ${random.pick(types)}`)} ${this.directives(false)} ${this.selectionSet()}`;
    }
    const alias = this.optional(0.2, () => `${this.name()}:`);
    const set = this.optional(0.4, () => this.selectionSet());
    return `${alias} ${this.name()} ${this.arguments(false)} ${this.directives(false)} ${set}`;
  }

  arguments(isConst, probability = 0.3) {
    return this.optional(probability, () => `(${this.list(1, 4, () => `${this.name()}: ${this.value(isConst)}`)})`);
  }
  directives(isConst) {
    return this.optional(0.15, () => this.list(1, 2, () => `@${this.name()}${this.arguments(isConst)}`));
  }

  value(isConst) {
    const {random} = this;
    const kind = random.below(isConst ? 9 : 10);
    switch (kind) {
      case 0: return String(random.below(1000) - 500);
      case 1: return random.pick(['1.5', '-0.25', '1e10', '6.02E-23', '0', '-0', '123456789012345678901']);
      case 2: return this.string();
      case 3: return random.pick(['true', 'false']);
      case 4: return 'null';
      case 5: return random.pick(['RED', 'on', 'type', '_X']);
      case 6: return this.nested(() => `[${this.list(0, 5, () => this.value(isConst), random.pick([' ', ', ']))}]`, () => '[]');
      case 7: return this.nested(() => `{${this.list(0, 4, () => `${this.name()}: ${this.value(isConst)}`, ', ')}}`, () => '{}');
      case 8: return JSON.stringify('x'.repeat(random.below(60)));
      default: return `$${this.name()}`;
    }
  }

  string() {
    const {random} = this;
    if (random.chance(0.3)) return `"${this.list(0, 3, () => random.pick(escapes), random.pick(['', 'x']))}"`;
    const text = random.pick(texts);
    if (random.chance(0.4)) return `"""${text.replaceAll('"""', '\\"""')}${text.endsWith('"') ? ' ' : ''}"""`;
    return JSON.stringify(text);
  }

  type() {
    const inner = this.random.chance(0.3) ? this.nested(() => `[${this.type()}]`, () => 'Int') : this.random.pick(types);
    return inner + this.optional(0.3, () => '!');
  }

  typeSystem() {
    const {random} = this;
    const isExtension = random.chance(0.3);
    const start = isExtension ? 'extend' : this.optional(0.3, () => this.string());
    const always = isExtension ? `@${this.name()}` : this.directives(true);
    const name = this.name();
    const fields = () => this.optional(0.8, () => `{${this.list(1, 3, () => this.fieldDefinition())}}`);
    const inputs = () => this.list(1, 3, () => this.inputValue());
    const implemented = () => this.optional(0.3, () => `implements ${this.list(1, 2, () => random.pick(types), ' & ')}`);
    switch (random.below(8)) {
      case 0: return `${start} scalar ${name} ${always}`;
      case 1: return `${start} type ${name} ${implemented()} ${always} ${fields()}`;
      case 2: return `${start} interface ${name} ${implemented()} ${always} ${fields()}`;
      case 3: return `${start} union ${name} ${always} ${this.optional(0.8, () => `= ${this.list(1, 3, () => random.pick(types), ' | ')}`)}`;
      case 4: return `${start} enum ${name} ${always} ${this.optional(0.8, () => `{${this.list(1, 3, () => this.enumValue())}}`)}`;
      case 5: return `${start} input ${name} ${always} ${this.optional(0.8, () => `{${inputs()}}`)}`;
      case 6: return `${start} schema ${always} {${this.list(1, 2, () => `${random.pick(['query', 'mutation'])}: ${random.pick(types)}`)}}`;
      default: {
        if (isExtension) return `${start} directive @${name} ${always}`;
        const repeatable = this.optional(0.3, () => 'repeatable');
        const args = this.optional(0.5, () => `(${inputs()})`);
        return `${start} directive @${name} ${args} ${this.directives(true)} ${repeatable} on ${this.list(1, 3, () => random.pick(locations), ' | ')}`;
      }
    }
  }

  enumValue() {
    return `${this.optional(0.2, () => this.string())} ${this.name()} ${this.directives(true)}`;
  }
  inputValue() {
    const value = this.optional(0.3, () => `= ${this.value(true)}`);
    return `${this.optional(0.2, () => this.string())} ${this.name()}: ${this.type()} ${value} ${this.directives(true)}`;
  }
  fieldDefinition() {
    const args = this.optional(0.3, () => `(${this.list(1, 3, () => this.inputValue())})`);
    return `${this.optional(0.2, () => this.string())} ${this.name()} ${args}: ${this.type()} ${this.directives(true)}`;
  }
}

/** The document with a piece of it lost, doubled, swapped or replaced. */
export function damage(random, source) {
  const tokens = source.match(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|\.\.\.|\s+|./gu) ?? [];
  const at = random.below(tokens.length);
  const junk = ['{', '}', '(', ')', '[', ']', ':', '!', '$', '@', '|', '&', '=', '...', '..', '"', '"""', '0x', '1.', 'é', '\u0000', 'on', 'type', '#'];
  switch (random.below(5)) {
    case 0: tokens.splice(at, 1); break;
    case 1: tokens.splice(at, 0, tokens[at]); break;
    case 2: tokens.splice(at, 1, random.pick(junk)); break;
    case 3: tokens.splice(at, 0, random.pick(junk)); break;
    default: tokens.length = at;
  }
  return tokens.join('');
}
