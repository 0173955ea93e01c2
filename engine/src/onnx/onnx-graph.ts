/**
 * Writes ONNX models: the fields of onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) that this engine uses,
 * as protobuf. Weights may stay in another file, found by their offset there.
 */

/** TensorProto.DataType. */
export const elementTypes = { float: 1, uint8: 2, int64: 7, float16: 10 } as const
export type ElementType = keyof typeof elementTypes

/** An attribute of a node: a whole number, a text, whole numbers, or a real number. */
type Attribute = number | string | readonly number[] | { readonly float: number }
/** A number, or a name for one that varies. */
type Dimension = number | string

/** Where the bytes of a tensor lie: a path relative to the folder that the session is opened in. */
export type Place = { readonly location: string; readonly offset: number; readonly length: number }

function varint(number: number): Uint8Array {
  // Negative numbers (an axis of -1) are written as 64 bits of two's complement.
  let rest = BigInt.asUintN(64, BigInt(number))
  const bytes: number[] = []
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest === 0n ? low : low | 0x80)
  } while (rest !== 0n)
  return Buffer.from(bytes)
}

const bytesField = (field: number, data: Uint8Array) =>
  Buffer.concat([varint((field << 3) | 2), varint(data.byteLength), data])
const textField = (field: number, text: string) => bytesField(field, Buffer.from(text))
const intField = (field: number, number: number) => Buffer.concat([varint(field << 3), varint(number)])

function floatField(field: number, number: number): Uint8Array {
  const four = Buffer.alloc(4)
  four.writeFloatLE(number)
  return Buffer.concat([varint((field << 3) | 5), four])
}

const attributeKinds = { float: 1, int: 2, text: 3, ints: 7 } as const

function attributeField(name: string, value: Attribute): Uint8Array {
  const parts: Uint8Array[] = [textField(1, name)]
  if (typeof value === 'number') parts.push(intField(3, value), intField(20, attributeKinds.int))
  else if (typeof value === 'string') parts.push(textField(4, value), intField(20, attributeKinds.text))
  else if ('float' in value) parts.push(floatField(2, value.float), intField(20, attributeKinds.float))
  else parts.push(...value.map((each) => intField(8, each)), intField(20, attributeKinds.ints))
  return Buffer.concat(parts)
}

function valueInfo(name: string, type: ElementType, dimensions: readonly Dimension[]): Uint8Array {
  const shape = dimensions.map((each) =>
    bytesField(1, typeof each === 'number' ? intField(1, each) : textField(2, each)),
  )
  const tensor = Buffer.concat([intField(1, elementTypes[type]), bytesField(2, Buffer.concat(shape))])
  return Buffer.concat([textField(1, name), bytesField(2, bytesField(1, tensor))])
}

function typeOf(data: Float32Array | BigInt64Array | Uint16Array | Uint8Array): ElementType {
  if (data instanceof Float32Array) return 'float'
  if (data instanceof BigInt64Array) return 'int64'
  return data instanceof Uint8Array ? 'uint8' : 'float16'
}

const tensorHead = (name: string, type: ElementType, dimensions: readonly number[]) => [
  ...dimensions.map((each) => intField(1, each)),
  intField(2, elementTypes[type]),
  textField(8, name),
]

/** IR version 8 and operator set 17 are known to ONNX Runtime since 1.13. */
const irVersion = 8
const operatorSet = 17

/** One graph in the making. Values are referred to by the names that its methods return. */
export class OnnxGraph {
  readonly #nodes: Uint8Array[] = []
  readonly #weights: Uint8Array[] = []
  readonly #inputs: Uint8Array[] = []
  readonly #outputs: Uint8Array[] = []
  #count = 0

  /** Declares an input. @returns Its name. */
  input(name: string, dimensions: readonly Dimension[], type: ElementType = 'float'): string {
    this.#inputs.push(valueInfo(name, type, dimensions))
    return name
  }

  /** Declares a value as the output `name`. */
  output(name: string, value: string, dimensions: readonly Dimension[], type: ElementType = 'float'): void {
    this.#node('Identity', [value], {}, [name])
    this.#outputs.push(valueInfo(name, type, dimensions))
  }

  /** A constant inside the model's own file: real numbers, whole numbers, the bits of half floats, or bytes as real numbers. */
  constant(data: Float32Array | BigInt64Array | Uint16Array | Uint8Array, dimensions: readonly number[]): string {
    const type = typeOf(data)
    const name = this.#newName()
    const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    this.#weights.push(Buffer.concat([...tensorHead(name, type, dimensions), bytesField(9, raw)]))
    return this.#asFloat(name, type)
  }

  /** Weights that stay in their own file. Half floats are widened once, when the session is opened. */
  external(type: ElementType, dimensions: readonly number[], { location, offset, length }: Place): string {
    const name = this.#newName()
    const entries = Object.entries({ location, offset, length }).map(([key, value]) =>
      bytesField(13, Buffer.concat([textField(1, key), textField(2, String(value))])),
    )
    this.#weights.push(Buffer.concat([...tensorHead(name, type, dimensions), ...entries, intField(14, 1)]))
    return this.#asFloat(name, type)
  }

  /** Adds an operator of one output. An input of '' is left out. @returns The output's name. */
  op(type: string, inputs: readonly string[], attributes: Readonly<Record<string, Attribute>> = {}): string {
    const name = this.#newName()
    this.#node(type, inputs, attributes, [name])
    return name
  }

  /** Cuts a value in two equal halves of `size` along an axis. */
  halves(value: string, { axis, size }: { axis: number; size: number }): readonly [string, string] {
    const names = [this.#newName(), this.#newName()] as const
    this.#node('Split', [value, this.constant(BigInt64Array.of(BigInt(size), BigInt(size)), [2])], { axis }, names)
    return names
  }

  /** The model's file. */
  toBytes(): Buffer {
    const graph = Buffer.concat([
      ...this.#nodes.map((each) => bytesField(1, each)),
      textField(2, 'graph'),
      ...this.#weights.map((each) => bytesField(5, each)),
      ...this.#inputs.map((each) => bytesField(11, each)),
      ...this.#outputs.map((each) => bytesField(12, each)),
    ])
    return Buffer.concat([
      intField(1, irVersion),
      textField(2, 'espalier'),
      bytesField(7, graph),
      bytesField(8, intField(2, operatorSet)),
    ])
  }

  #newName(): string {
    this.#count += 1
    return `v${this.#count}`
  }

  #asFloat(name: string, type: ElementType): string {
    return type === 'float16' || type === 'uint8' ? this.op('Cast', [name], { to: elementTypes.float }) : name
  }

  #node(
    type: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>>,
    outputs: readonly string[],
  ): void {
    this.#nodes.push(
      Buffer.concat([
        ...inputs.map((each) => textField(1, each)),
        ...outputs.map((each) => textField(2, each)),
        textField(4, type),
        ...Object.entries(attributes).map(([name, value]) => bytesField(5, attributeField(name, value))),
      ]),
    )
  }
}
