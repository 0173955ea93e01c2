import { createStore, type Store } from '../store.ts'
import { onUserStorage, userStorage } from './current-storage.ts'

/** Creates a store whose value the signed-in user keeps under a key; that of another user follows a change of the account. */
export function createUserStore<Value>(key: string, parse: (stored: unknown) => Value): Store<Value> {
  const store = createStore(parse(userStorage.read(key)))
  onUserStorage(() => store.set(parse(userStorage.read(key))))
  return {
    ...store,
    set(next) {
      store.set(next)
      userStorage.write(key, next)
    },
  }
}
