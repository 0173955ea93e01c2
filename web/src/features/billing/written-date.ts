/** '1 December 2026' */
export const writtenDate = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(time))
