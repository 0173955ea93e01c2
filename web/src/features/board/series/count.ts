/** '1 card', '3 cards'. */
export const count = (amount: number, thing: string): string => `${amount} ${thing}${amount === 1 ? '' : 's'}`
