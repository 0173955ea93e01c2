/** The time for which a guest is kept after the last visit, in days: as long as an unused session lasts, which is a guest's only way in. */
export const guestDays = 30

/** Guests that one network may create in a day. A class behind one address can try; a program can not collect credits. */
export const guestsPerDay = 20

/** RFC 2606 reserves `.invalid`: no mail server can ever have it. */
const guestDomain = 'guests.invalid'

/**
 * The placeholder that stands where an account has its email.
 * @param key Twelve hexadecimal digits.
 */
export const guestEmail = (key: string): string => `guest.${key}@${guestDomain}`

/** The placeholder that stands in the row of a deleted account until that is removed: its email is free at once. @param id Of the user. */
export const deletedEmail = (id: string): string => `deleted.${id}@${guestDomain}`

/** Whether an email is the placeholder of a guest or of a deleted account, to which nothing is sent. */
export const isGuestEmail = (email: string): boolean => email.toLowerCase().endsWith(`@${guestDomain}`)

/** Whether a username was made from the placeholder of a guest, and not chosen by a person. */
export const isGuestUsername = (username: string): boolean =>
  /^guest\.([0-9a-f]{12}(\.([0-9a-f]{4}|[0-9a-f]{8}))?|[0-9a-f]{24})$/.test(username)
