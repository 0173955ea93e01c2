/** A child that ends at its first order. */
process.once('message', () => process.exit(7))
