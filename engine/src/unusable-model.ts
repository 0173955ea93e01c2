/** A model's file that the engine can't use; the message is a sentence for people. */
export class UnusableModel extends Error {
  override readonly name = 'UnusableModel'
}
