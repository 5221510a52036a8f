// Random schema documents: most of them right, some with mistakes.
const scalars = ['Int', 'String', 'Boolean', 'ID', 'Float'];
const descriptions = ['what it is', 'two\nlines', '', 'with "quotes"', 'a text that is longer than seventy characters, so that it is put on its own line'];

export class SchemaGenerator {
  constructor(random, mistakes) {
    this.random = random;
    this.mistakes = mistakes;
  }

  errs() {
    return this.random.chance(this.mistakes);
  }

  document() {
    const {random} = this;
    const named = (prefix, least, most) => random.some(least, most, (i) => `${prefix}${i}`);
    this.objects = ['Query', ...named('Obj', 1, 4)];
    this.interfaces = named('Face', 0, 2);
    this.unions = named('Uni', 0, 2);
    this.enums = named('En', 0, 2);
    this.inputs = named('In', 0, 3);
    this.customs = named('Sca', 0, 1);
    const faces = new Map(this.interfaces.map((name) => [name, this.fields()]));
    const parts = [
      ...this.objects.map((name) => this.object(name, faces)),
      ...[...faces].map(([name, fields]) => `${this.description()}interface ${name} { ${fields.join(' ')} }`),
      ...this.unions.map((name) => `${this.description()}union ${name} = ${this.members().join(' | ')}`),
      ...this.enums.map((name) => `${this.description()}enum ${name} { ${random.some(1, 3, (i) => `${this.inner()}V${this.errs() ? 0 : i}${this.deprecated()}`).join(' ')} }`),
      ...this.inputs.map((name, i) => this.input(name, i)),
      ...this.customs.map((name) => `${this.description()}scalar ${name}${random.chance(0.5) ? ' @specifiedBy(url: "http://x")' : ''}`),
    ];
    if (random.chance(0.3)) parts.push(`${this.description()}directive @dir(${this.argument(0)}) ${random.chance(0.5) ? 'repeatable ' : ''}on FIELD | OBJECT`);
    if (random.chance(0.2)) parts.push(`extend type ${this.errs() ? 'Nothing' : random.pick(this.objects)} { extra: Int }`);
    if (random.chance(0.2)) parts.push(`${this.description()}schema { query: Query ${this.errs() ? 'mutation: Query' : ''} }`);
    if (this.errs()) parts.push(random.pick(['type Query { x: Int }', 'directive @skip on FIELD', 'extend union Query = Query', 'type Empty', 'union None']));
    for (let i = parts.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [parts[i], parts[j]] = [parts[j], parts[i]];
    }
    return parts.join('\n');
  }

  description() {
    return this.random.chance(0.25) ? `${JSON.stringify(this.random.pick(descriptions))}\n` : '';
  }
  inner() {
    return this.random.chance(0.15) ? `${JSON.stringify(this.random.pick(descriptions))} ` : '';
  }
  deprecated() {
    if (this.random.chance(0.9)) return '';
    return this.random.pick([' @deprecated', ' @deprecated(reason: "old")', this.errs() ? ' @deprecated @deprecated' : '']);
  }

  wrapped(name) {
    const {random} = this;
    let type = name;
    if (random.chance(0.3)) type += '!';
    if (random.chance(0.3)) type = `[${type}]${random.chance(0.3) ? '!' : ''}`;
    return type;
  }
  outputType() {
    if (this.errs()) return this.random.pick(['Unknown', ...this.inputs, 'Strin']);
    return this.wrapped(this.random.pick([...scalars, ...this.objects, ...this.interfaces, ...this.unions, ...this.enums, ...this.customs]));
  }

  argument(i) {
    const {random} = this;
    const kind = random.below(4);
    if (this.errs()) return `${this.inner()}a${i}: ${random.pick(['Query', 'Int = "x"', 'Int! = null', 'Unknwn'])}`;
    if (kind === 0) return `${this.inner()}a${i}: Int = ${random.below(10)}${this.deprecated()}`;
    if (kind === 1) return `${this.inner()}a${i}: [String!] = ["x", ${JSON.stringify(random.pick(descriptions))}]`;
    if (kind === 2 && this.inputs.length > 0) return `${this.inner()}a${i}: ${random.pick(this.inputs)}`;
    return `${this.inner()}a${i}: ${this.wrapped(random.pick([...scalars, ...this.enums, ...this.customs]))}`;
  }

  fields() {
    const {random} = this;
    return random.some(1, 3, (i) => {
      const args = random.chance(0.3) ? `(${random.some(1, 2, (j) => this.argument(j)).join(', ')})` : '';
      return `${this.inner()}f${this.errs() ? 0 : i}${args}: ${this.outputType()}${this.deprecated()}`;
    });
  }

  object(name, faces) {
    const {random} = this;
    const implemented = [...faces.keys()].filter(() => random.chance(0.4)).slice(0, 1);
    const own = implemented.length === 0 ? this.fields() : [...faces.get(implemented[0]), 'own: Int'];
    if (this.errs()) own.pop();
    const clause = implemented.length === 0 ? '' : ` implements ${implemented.join(' & ')}${this.errs() ? ' & Query' : ''}`;
    return `${this.description()}type ${name}${clause} ${own.length === 0 ? '' : `{ ${own.join(' ')} }`}`;
  }

  members() {
    const members = this.objects.filter(() => this.random.chance(0.5));
    if (members.length === 0) members.push('Query');
    if (this.errs()) members.push(this.random.pick(['Int', 'Query', ...this.enums]));
    return members;
  }

  input(name, index) {
    const {random} = this;
    const isOneOf = random.chance(0.2);
    const fields = random.some(1, 3, (i) => {
      const inner = random.chance(0.2) ? this.inputs[random.below(index + 1)] : random.pick([...scalars, ...this.enums]);
      const type = isOneOf && !this.errs() ? inner : random.chance(0.2) ? `[${inner}!]` : inner + (this.errs() ? '!' : '');
      return `${this.inner()}i${this.errs() ? 0 : i}: ${type}${!isOneOf && inner === 'Int' && type === 'Int' ? ' = 5' : ''}${this.deprecated()}`;
    });
    return `${this.description()}input ${name}${isOneOf ? ' @oneOf' : ''} { ${fields.join(' ')} }`;
  }
}
