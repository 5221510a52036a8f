// Random operations on a schema, with variables and data for them.
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isRequiredArgument,
} from 'graphql';

/** `mistakes`: how often something is written that validation refuses. */
export class QueryGenerator {
  constructor(random, schema, mistakes) {
    this.random = random;
    this.schema = schema;
    this.mistakes = mistakes;
    this.fragments = [];
    this.variables = new Map();
    this.aliases = 0;
  }

  errs() {
    return this.random.chance(this.mistakes);
  }

  /** {source, operation, variables}: variables are values for those that the source declares. */
  document(operation) {
    const root = this.schema.getRootType(operation);
    const set = operation === 'subscription' ? `{ ${this.field(root, 0)} }` : this.selectionSet(root, 0);
    const declared = [...this.variables.values()].map(({name, type, fallback}) => `$${name}: ${type}${fallback}`);
    if (this.errs()) declared.pop();
    if (this.errs()) declared.push('$unused: Int');
    const signature = declared.length === 0 ? '' : `(${declared.join(', ')})`;
    const fragments = this.fragments.map(({name, type, set}) => `fragment ${name} on ${type} ${set}`);
    if (this.errs()) fragments.push('fragment Unused on Query { number }');
    const variables = {};
    for (const {name, type, fallback} of this.variables.values()) {
      if ((fallback !== '' || !isNonNullType(type)) && this.random.chance(0.3)) continue;
      variables[name] = this.json(type, 0);
    }
    return {source: [`${operation} Q${signature} ${set}`, ...fragments].join('\n'), variables};
  }

  selectionSet(type, depth) {
    const selections = this.random.some(1, depth === 0 ? 5 : 3, () => this.selection(type, depth));
    return `{ ${selections.join(this.random.chance(0.2) ? '\n  ' : ' ')} }`;
  }

  selection(type, depth) {
    const kind = this.random.next();
    if (kind < 0.1) return `...${this.fragment(type, depth)}${this.directives()}`;
    if (kind < 0.2) {
      const condition = this.random.chance(0.8) ? ` on ${this.overlapping(type)}` : '';
      const inner = condition === '' ? type : this.schema.getType(condition.slice(4));
      return `...${condition}${this.directives()} ${this.selectionSet(inner, depth + 1)}`;
    }
    return this.field(type, depth);
  }

  /** A type that values of `type` can also be. */
  overlapping(type) {
    if (this.errs()) return this.random.pick(['Person', 'Home', 'Dog', 'Room', 'Thing', 'Pet', 'Query']);
    const possible = isAbstractType(type) ? this.schema.getPossibleTypes(type) : [type];
    const object = this.random.pick(possible);
    return this.random.pick([object, type, ...object.getInterfaces()]).name;
  }

  fragment(type, depth) {
    if (this.errs()) return 'Unknown';
    const known = this.fragments.filter((fragment) => fragment.type === type.name);
    if (known.length > 0 && (depth > 3 || this.random.chance(0.5))) {
      const fragment = this.random.pick(known);
      if (this.errs() || fragment.isDone) return fragment.name;
    }
    const fragment = {name: `F${this.fragments.length}`, type: type.name, set: '{ __typename }'};
    this.fragments.push(fragment);
    if (depth < 4) fragment.set = this.selectionSet(type, depth + 1);
    fragment.isDone = true;
    return fragment.name;
  }

  field(type, depth) {
    const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
    const isLeaf = (field) => isLeafType(getNamedType(field.type));
    const usable = depth > 3 ? fields.filter(isLeaf) : fields;
    if (usable.length === 0 || (depth > 0 && this.random.chance(0.05))) return '__typename';
    const field = this.random.pick(usable);
    const args = this.arguments(field);
    const name = this.errs() ? this.random.pick(['unknown', 'nam', 'idd', 'frends']) : field.name;
    const alias = args !== '' || this.random.chance(0.1) ? `${this.alias()}: ` : '';
    const hasSet = isCompositeType(getNamedType(field.type)) !== this.errs();
    const inner = getNamedType(field.type);
    const set = hasSet ? ` ${isCompositeType(inner) ? this.selectionSet(inner, depth + 1) : '{ id }'}` : '';
    return `${alias}${name}${args}${this.directives()}${set}`;
  }

  alias() {
    return this.errs() ? this.random.pick(['a1', 'a2', 'id', 'name']) : `a${++this.aliases}`;
  }

  arguments(field) {
    const given = field.args.filter((arg) => (isRequiredArgument(arg) ? !this.errs() : this.random.chance(0.3)));
    const texts = given.map((arg) => `${arg.name}: ${this.value(arg.type, 0, isNonNullType(arg.type) && !isRequiredArgument(arg))}`);
    if (this.errs()) texts.push(`unknown: ${this.anyValue()}`);
    if (texts.length > 0 && this.errs()) texts.push(texts[0]);
    return texts.length === 0 ? '' : `(${texts.join(', ')})`;
  }

  directives() {
    const kind = this.random.next();
    if (kind < 0.05) return ` @skip(if: ${this.value(this.schema.getDirective('skip').args[0].type, 0)})`;
    if (kind < 0.1) return ` @include(if: ${this.value(this.schema.getDirective('include').args[0].type, 0)})`;
    if (this.errs()) return this.random.pick([' @unknown', ' @skip', ' @onQuery', ' @tag(name: 1)', ' @onField @onField']);
    return '';
  }

  anyValue() {
    return this.random.pick(['1', '1.5', '"x"', 'true', 'null', 'ENUM', '[1]', '{a: 1}', '[]', '{}']);
  }

  variable(type) {
    const key = `${type}`;
    const known = this.variables.get(key);
    if (known !== undefined && this.random.chance(0.7)) return `$${known.name}`;
    const name = `v${this.variables.size}`;
    const hasFallback = !isNonNullType(type) && this.random.chance(0.3);
    const fallback = hasFallback ? ` = ${this.constant(type)}` : '';
    this.variables.set(`${key}${this.variables.has(key) ? name : ''}`, {name, type, fallback});
    return `$${name}`;
  }

  constant(type) {
    const withoutVariables = new QueryGenerator(this.random, this.schema, this.mistakes);
    withoutVariables.variable = (inner) => withoutVariables.literal(inner, 3);
    return withoutVariables.literal(type, 2);
  }

  value(type, depth) {
    if (this.random.chance(0.2)) return this.variable(this.errs() ? this.schema.getType('Int') : type);
    return this.literal(type, depth);
  }

  literal(type, depth) {
    const {random} = this;
    if (this.errs()) return this.anyValue();
    if (isNonNullType(type)) return this.literal(type.ofType, depth);
    if (random.chance(0.05) && depth >= 0) return 'null';
    if (isListType(type)) {
      if (random.chance(0.2)) return this.literalOf(type.ofType, depth + 1);
      return `[${random.some(0, 3, () => this.literalOf(type.ofType, depth + 1)).join(', ')}]`;
    }
    return this.literalOf(type, depth);
  }

  /** A literal that is not null at the top. */
  literalOf(type, depth) {
    const {random} = this;
    if (isNonNullType(type)) return this.literalOf(type.ofType, depth);
    if (isListType(type)) return `[${random.some(0, 2, () => this.literalOf(type.ofType, depth + 1)).join(', ')}]`;
    if (isEnumType(type)) return this.errs() ? 'HAPY' : random.pick(type.getValues()).name;
    if (isInputObjectType(type)) return this.inputObject(type, depth);
    switch (type.name) {
      case 'Int': return String(random.below(200) - 100);
      case 'Float': return random.pick(['1', '2.5', '-1e3']);
      case 'Boolean': return random.pick(['true', 'false']);
      case 'ID': return random.pick(['"id"', '7']);
      case 'String': return random.pick(['"text"', '""', '"""block"""', '"é"']);
      default: return random.pick(['"any"', '5', '{a: [1, X]}', '[true, null]']);
    }
  }

  inputObject(type, depth) {
    const fields = Object.values(type.getFields());
    if (type.isOneOf) {
      const field = this.random.pick(fields);
      return `{${field.name}: ${this.literalOf(field.type, depth + 1)}${this.errs() ? ', int: 1' : ''}}`;
    }
    const given = fields.filter((field) =>
      isRequiredInputField(field) ? !this.errs() : depth < 3 && this.random.chance(0.3),
    );
    const texts = given.map((field) => `${field.name}: ${depth > 1 ? this.literalOf(field.type, depth + 1) : this.value(field.type, depth + 1)}`);
    if (this.errs()) texts.push('unknown: 1');
    return `{${texts.join(', ')}}`;
  }

  /** A JSON value for a variable; not always one of the type. */
  json(type, depth) {
    const {random} = this;
    if (random.chance(0.04)) return random.pick([null, 1, 1.5, 'x', true, [], {}, {a: 1}]);
    if (isNonNullType(type)) return this.json(type.ofType, depth);
    if (random.chance(0.05)) return null;
    if (isListType(type)) return random.chance(0.2) ? this.json(type.ofType, depth) : random.some(0, 3, () => this.json(type.ofType, depth));
    if (isEnumType(type)) return random.pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const given = type.isOneOf
        ? [random.pick(fields)]
        : fields.filter((field) => isRequiredInputField(field) || (depth < 2 && random.chance(0.3)));
      return Object.fromEntries(given.map((field) => [field.name, this.json(field.type, depth + 1)]));
    }
    switch (type.name) {
      case 'Int': return random.below(100);
      case 'Float': return random.below(100) / 4;
      case 'Boolean': return random.chance(0.5);
      case 'ID': return random.pick(['id', 5]);
      case 'String': return random.pick(['text', '']);
      default: return random.pick(['any', 5, {a: [1, null]}]);
    }
  }
}

/** Data for the fields whose names are in the document, with nulls, errors and values of wrong types. */
export class DataGenerator {
  constructor(random, schema, source) {
    this.random = random;
    this.schema = schema;
    this.names = new Set(source.match(/\w+/g));
    this.budget = 150;
  }

  object(type) {
    const data = {};
    for (const field of Object.values(type.getFields())) {
      if (!this.names.has(field.name) || this.random.chance(0.05)) continue;
      let value = this.value(field.type);
      if (this.random.chance(0.04)) value = {$error: `no ${field.name}`};
      if (field.name.startsWith('later')) value = {$at: this.random.below(20), $value: value};
      data[field.name] = value;
    }
    return data;
  }

  value(type) {
    const {random} = this;
    if (random.chance(0.04)) return null;
    if (isNonNullType(type)) return this.value(type.ofType);
    if (isListType(type)) return random.chance(0.02) ? 'no list' : random.some(0, 3, () => this.value(type.ofType));
    if (isAbstractType(type)) {
      if (--this.budget < 0) return null;
      const object = random.pick(this.schema.getPossibleTypes(type));
      return {__typename: random.chance(0.03) ? random.pick(['Nothing', 'Mood', 'Home']) : object.name, ...this.object(object)};
    }
    if (isCompositeType(type)) return --this.budget < 0 ? null : this.object(type);
    if (random.chance(0.03)) return random.pick(['text', 5, 1.5, true, [], {a: 1}]);
    if (isEnumType(type)) return random.pick(type.getValues()).name;
    switch (type.name) {
      case 'Int': return random.below(1000);
      case 'Float': return random.below(1000) / 8;
      case 'Boolean': return random.chance(0.5);
      case 'ID': return random.pick(['id', 7]);
      default: return random.pick(['text', '', 'é']);
    }
  }
}
