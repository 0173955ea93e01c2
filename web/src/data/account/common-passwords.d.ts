/** Written by vite.config.ts: the most common passwords, in lower case, separated by spaces. */
declare module 'virtual:common-passwords' {
  export const words: string
}
