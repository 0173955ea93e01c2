/** Names and shapes of weights, as PyTorch has them. */
export class Shapes extends Map<string, readonly number[]> {
  linear(name: string, out: number, from: number, bias: 'bias' | 'none' = 'bias'): void {
    this.set(`${name}.weight`, [out, from])
    if (bias === 'bias') this.set(`${name}.bias`, [out])
  }
  conv(name: string, out: number, from: number, { kernel = 3, bias = 'bias' as 'bias' | 'none' } = {}): void {
    this.set(`${name}.weight`, [out, from, kernel, kernel])
    if (bias === 'bias') this.set(`${name}.bias`, [out])
  }
  norm(name: string, size: number): void {
    this.set(`${name}.weight`, [size])
    this.set(`${name}.bias`, [size])
  }
}
