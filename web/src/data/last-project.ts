import { browserStorage } from './browser-storage.ts'

const storageKey = 'espalier.last-project'

/** The project opened most recently in this browser; null if there is none. */
export const readLastProject = () => browserStorage.read(storageKey)

/** Remembers the open project, for the address without an id. */
export const rememberLastProject = (id: string) => void browserStorage.write(storageKey, id)
