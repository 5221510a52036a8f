// Resolvers for any schema, which read JSON data: the counterpart of driver/fake_resolvers.h.
import {GraphQLError} from 'graphql';

/** Logical time: who waits for it goes on, one after the other, when nobody has anything else left to do. */
export class World {
  constructor(root) {
    this.root = root;
    this.waiting = [];
  }

  waitUntil(time) {
    return new Promise((resolve) => this.waiting.push({time, resolve}));
  }

  async settle(promise) {
    let isDone = false;
    const result = Promise.resolve(promise).finally(() => (isDone = true));
    result.catch(() => {});
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return result;
      if (this.waiting.length === 0) throw new Error('nobody waits, and there is no result');
      const first = this.waiting.reduce((a, b) => (b.time < a.time ? b : a));
      this.waiting.splice(this.waiting.indexOf(first), 1);
      first.resolve();
    }
  }
}

function member(source, name) {
  return source !== null && typeof source === 'object' && !Array.isArray(source) && Object.hasOwn(source, name)
    ? source[name]
    : undefined;
}

function unwrap(value) {
  const error = member(value, '$error');
  if (error === undefined) return value;
  throw new GraphQLError(error, {extensions: member(value, '$extensions')});
}

async function unwrapLater(value, world) {
  const time = member(value, '$at');
  await world.waitUntil(time ?? 0);
  return unwrap(time === undefined ? value : value.$value);
}

export function fieldResolver(source, args, world, info) {
  const isRoot = info.path.prev === undefined && info.operation.operation !== 'subscription';
  if (info.fieldName.startsWith('echo')) return JSON.stringify(args);
  const value = member(isRoot ? world.root : source, info.fieldName);
  return info.fieldName.startsWith('later') ? unwrapLater(value, world) : unwrap(value);
}

/** Each event of a subscription is the value of its field. */
export function subscribeFieldResolver(_source, _args, world, info) {
  const events = unwrap(member(world.root, info.fieldName)) ?? [];
  return (async function* () {
    for (const event of events) yield {[info.fieldName]: event};
  })();
}
