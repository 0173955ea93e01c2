import { useSyncExternalStore } from 'react'
import { onLateStorage, onUserStorage, tabStorage } from './current-storage.ts'

/** Values of one kind that the signed-in user keeps in this tab, each under a name. */
export type KeptValues<Value> = {
  /** The same object until it changes. */
  read(name: string): Value
  write(name: string, value: Value): void
  remove(name: string): void
  /** Notifies when any of them is another one. Returns the stop. */
  subscribe(listener: () => void): () => void
}

type Kind<Value> = {
  /** @param stored Undefined where there is no value. */
  parse(stored: unknown): Value
  /** The value where a storage has opened late and the page has written one meanwhile: nothing of either may be lost. */
  merge(earlier: Value, written: Value): Value
}

/** Creates the values of one kind. @param prefix What their keys begin with, with its point. */
export function createKeptValues<Value>(prefix: string, { parse, merge }: Kind<Value>): KeptValues<Value> {
  const parsed = new Map<string, { readonly stored: unknown; readonly value: Value }>()
  /** The values that this page has removed, as JSON by name: a storage that opens late may have had others under these names. */
  const removed = new Map<string, string>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  onLateStorage(({ tab }) => {
    for (const key of tabStorage.keys(prefix)) {
      const [earlier, written] = [tab.read(key), tabStorage.read(key)]
      if (earlier !== undefined && earlier !== written) tabStorage.write(key, merge(parse(earlier), parse(written)))
    }
    for (const [name, own] of removed) {
      const earlier = tab.read(prefix + name)
      if (earlier !== undefined && JSON.stringify(earlier) !== own && tabStorage.read(prefix + name) === undefined)
        tabStorage.write(prefix + name, earlier)
    }
    removed.clear()
  })
  onUserStorage(notify)

  return {
    read(name) {
      const stored = tabStorage.read(prefix + name)
      const known = parsed.get(name)
      if (known && known.stored === stored) return known.value
      const value = parse(stored)
      parsed.set(name, { stored, value })
      return value
    },
    write(name, value) {
      tabStorage.write(prefix + name, value)
      notify()
    },
    remove(name) {
      const own = tabStorage.read(prefix + name)
      if (own !== undefined) removed.set(name, JSON.stringify(own))
      tabStorage.remove(prefix + name)
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns a value, and renders again when it is another one: written here, or by an earlier page whose storage has opened late. */
export const useKept = <Value>({ read, subscribe }: KeptValues<Value>, name: string): Value => {
  const snapshot = () => read(name)
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}
