let list: Promise<ReadonlySet<string>> | null = null

const readList = async () => new Set((await import('virtual:common-passwords')).words.split(' '))

/** The list, loaded when it is asked for the first time. Where it can't be had, nothing counts as common. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= readList()
  try {
    return await list
  } catch {
    list = null
    return new Set()
  }
}

/** Whether a password stands among the 3,000 most used ones, which are tried first by whoever guesses. It never leaves the browser. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonPasswords()).has(password.toLowerCase())
}
