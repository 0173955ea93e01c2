const keyShape = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$/

/**
 * Checks a key. @throws Error for a key that this application did not make: a storage never gets a key from outside.
 */
export function checkedKey(key: string): string {
  if (!keyShape.test(key) || key.startsWith('tmp/')) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}
