/**
 * Has questions that are asked while the same one is still under way share its answer: a page asks for many things at once,
 * each with the same session. Nothing is kept beyond that; a question asked after an answer is asked anew.
 */
export function shareLookups<Answer>(look: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>()
  return (key) => {
    const shared = underWay.get(key)
    if (shared) return shared
    const answer = look(key).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}
