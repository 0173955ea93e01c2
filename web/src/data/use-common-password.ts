import { useEffect, useState } from 'react'
import { isCommonPassword } from './common-password.ts'

/** Fewer are refused anyway, so that the list is not loaded for them. */
const shortest = 6

/** Whether what is typed is a password that everybody knows; false until that is found out. */
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
