const twoDigits = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const signed = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})

/** '1,250.00' from hundredths of a credit. */
export const creditsFact = (hundredths: number) => twoDigits.format(hundredths / 100)

/** '+250.00', '-4.00' and '0.00' from hundredths of a credit, with a true minus. */
export const changeFact = (hundredths: number) => signed.format(hundredths / 100).replace('-', '−')
