import { useEffect, useState } from 'react'

let list: Promise<ReadonlySet<string>> | null = null

const readList = async () => new Set((await import('virtual:common-passwords')).words.split(' '))

/** The list, loaded at the first request. Without it, nothing counts as common. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= readList()
  try {
    return await list
  } catch {
    list = null
    return new Set()
  }
}

/** Whether a password is one of the 3,000 most common ones, which are guessed first. It never leaves the browser. */
async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonPasswords()).has(password.toLowerCase())
}

/** Shorter ones are refused anyway, so that the list is not loaded for them. */
const shortest = 6

/** Whether the typed password is a common one; false until that is known. */
export function useCommonPassword(password: string): boolean {
  const [common, setCommon] = useState('')
  useEffect(() => {
    if (password.length < shortest) return
    let isCurrent = true
    void isCommonPassword(password).then((is) => {
      if (isCurrent && is) setCommon(password)
    })
    return () => {
      isCurrent = false
    }
  }, [password])
  return password !== '' && common === password
}
