import { accountTexts } from './texts.ts'

/** The shortest password that is accepted. */
export const minimumPasswordLength = 6

export type FieldErrors = Partial<Record<'firstName' | 'email' | 'password', string>>

/** What is wrong with an email; null if nothing is. The server has the last word. */
export function emailError(email: string): string | null {
  if (email.trim() === '') return accountTexts.required.email
  return /^[^\s@]+@[^\s@]+$/u.test(email.trim()) ? null : accountTexts.badEmail
}

/** What is missing or malformed, by field. The length of a password is judged apart from it. */
export function checkFields(values: { firstName?: string; email: string; password: string }): FieldErrors {
  const errors: FieldErrors = {}
  if (values.firstName !== undefined && values.firstName.trim() === '')
    errors.firstName = accountTexts.required.firstName
  const wrongEmail = emailError(values.email)
  if (wrongEmail) errors.email = wrongEmail
  if (values.password === '') errors.password = accountTexts.required.password
  return errors
}
