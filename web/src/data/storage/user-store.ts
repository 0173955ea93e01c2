import { createStore, type Store } from '../store.ts'
import { onLateStorage, onUserStorage, userStorage } from './current-storage.ts'

/**
 * Creates a store whose value the signed-in user keeps under a key; that of another user follows a change of the account.
 * @param merge The value where a storage has opened late and the page has written one meanwhile; `latest`: that of the page.
 */
export function createUserStore<Value>(
  key: string,
  parse: (stored: unknown) => Value,
  merge: 'latest' | ((kept: Value, written: Value) => Value),
): Store<Value> {
  const store = createStore(parse(userStorage.read(key)))
  onLateStorage(({ all }) => {
    const [kept, written] = [all.read(key), userStorage.read(key)]
    if (kept !== undefined && written !== undefined && kept !== written && merge !== 'latest')
      userStorage.write(key, merge(parse(kept), parse(written)))
  })
  onUserStorage(() => store.set(parse(userStorage.read(key))))
  return {
    ...store,
    set(next) {
      store.set(next)
      userStorage.write(key, next)
    },
  }
}
