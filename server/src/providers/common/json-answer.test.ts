import { describe, expect, it } from 'vitest'
import { jsonValuesIn } from './json-answer.ts'

describe('the JSON values in the text of a reply', () => {
  it.each([
    ['plain JSON is one value', '{"id":1}', [{ id: 1 }]],
    ['a JSON list is one value', ' [1,2]\n', [[1, 2]]],
    ['each event of a stream is a value', 'event: a\ndata: {"id":1}\n\ndata:{"id":2}\n\n', [{ id: 1 }, { id: 2 }]],
    ['data over several lines is joined', 'data: {"id":\ndata: 1}\n\n', [{ id: 1 }]],
    ['line ends of any kind are read', 'data: 1\r\n\r\ndata: 2\r\r', [1, 2]],
    ['comments and the end mark are passed over', ': ping\n\ndata: 1\n\ndata: [DONE]\n\n', [1]],
    ['text that is neither is null', '<html>welcome to the hotel</html>', null],
  ])('%s', (_, text, values) => expect(jsonValuesIn(text)).toEqual(values))
})
