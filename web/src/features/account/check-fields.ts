import { accountTexts } from './texts.ts'

/** The shortest password that is accepted. */
export const minimumPasswordLength = 6

export type FieldErrors = Partial<Record<'firstName' | 'email' | 'password', string>>

/** What is missing or malformed, by field. The length of a password is judged apart from it. */
export function checkFields(values: { firstName?: string; email: string; password: string }): FieldErrors {
  const errors: FieldErrors = {}
  if (values.firstName !== undefined && values.firstName.trim() === '')
    errors.firstName = accountTexts.required.firstName
  if (values.email.trim() === '') errors.email = accountTexts.required.email
  else if (!/^[^\s@]+@[^\s@]+$/u.test(values.email.trim())) errors.email = accountTexts.badEmail
  if (values.password === '') errors.password = accountTexts.required.password
  return errors
}
