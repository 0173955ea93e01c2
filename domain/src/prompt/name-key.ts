/** A name as it is compared: 'Anna' and 'anna' are one name, however their letters are composed. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()
