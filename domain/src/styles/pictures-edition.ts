/** The folder of the sample styles' pictures: the first digits of their SHA-256. Written by `npm run styles`. */
export const picturesEdition = 'f3a5d5cb'
