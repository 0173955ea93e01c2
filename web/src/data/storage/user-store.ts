import { createStore, type Store } from '../store.ts'
import { onLateStorage, onUserStorage, userStorage } from './current-storage.ts'

/** A store that the user keeps. */
type UserStore<Value> = Store<Value> & {
  /** Changes a part of the value, as it is now: another tab may have changed other parts. */
  change(next: (now: Value) => Value): void
}

/**
 * Creates a store whose value the signed-in user keeps under a key; that of another user follows a change of the account.
 * @param merge The value where a storage has opened late and the page has written one meanwhile; `latest`: that of the page.
 */
export function createUserStore<Value>(
  key: string,
  parse: (stored: unknown) => Value,
  merge: 'latest' | ((kept: Value, written: Value) => Value),
): UserStore<Value> {
  const store = createStore(parse(userStorage.read(key)))
  onLateStorage(({ all }) => {
    const [kept, written] = [all.read(key), userStorage.read(key)]
    if (kept !== undefined && written !== undefined && kept !== written && merge !== 'latest')
      userStorage.write(key, merge(parse(kept), parse(written)))
  })
  onUserStorage(() => store.set(parse(userStorage.read(key))))
  const set = (next: Value) => {
    store.set(next)
    userStorage.write(key, next)
  }
  return {
    ...store,
    set,
    change(next) {
      const kept = userStorage.read(key)
      set(next(kept === undefined ? store.get() : parse(kept)))
    },
  }
}
