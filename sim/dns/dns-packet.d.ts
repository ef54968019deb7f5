/** The part of dns-packet that the simulator uses; the package ships no types. */
declare module 'dns-packet' {
  export type Question = { type: string; name: string; class?: string }
  export type Record = {
    type: string
    name: string
    ttl: number
    data: string | { preference: number; exchange: string }
  }
  export type Packet = {
    id?: number
    type: 'query' | 'response'
    flags: number
    questions: Question[]
    answers?: Record[]
  }
  export const RECURSION_DESIRED: number
  export const RECURSION_AVAILABLE: number
  export const AUTHORITATIVE_ANSWER: number
  export function encode(packet: Packet): Buffer
  export function decode(bytes: Buffer): Packet
  export function streamEncode(packet: Packet): Buffer
}
