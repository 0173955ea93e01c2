/** Made by vite.config.ts: the most common passwords, in lower case, parted by spaces. */
declare module 'virtual:common-passwords' {
  export const words: string
}
