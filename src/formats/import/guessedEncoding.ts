import { TextDecoder } from 'node:util';

/** UTF-16 without a mark, by the zeros beside its ASCII characters; a zero has no other use in a text. */
export function isUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleLength);
  if (bytes.length % 2 === 1 || !sample.includes(0)) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const encoding = (zeros[0] ?? 0) < (zeros[1] ?? 0) ? 'utf-16le' : 'utf-16be';
  const text = decodedBy(encoding, sample);
  // With its two bytes swapped, a line feed is U+0A00, a carriage return U+0D00, and a blank U+2000.
  return text !== undefined && !/[^\P{C}\t\n\f\r\p{Cf}]|\u0a00|\u0d00|\u2000/u.test(text) ? encoding : undefined;
}

/** In bytes. A longer sample gives the same result. */
const sampleLength = 65_536;

const kana = `日本語中人事一大年出定用行時場合設手分名部${Array.from({ length: 0xb6 }, (_, at) => String.fromCharCode(0x3041 + at)).join('')}`;

/**
 * By encoding, the letters above ASCII that its languages use most, one text per language, and the part of such letters
 * that they make up at least in a text of that language. Of equally likely ones, the first.
 */
const languages: readonly (readonly [encoding: string, part: number, ...letters: string[]])[] = [
  // Before Icelandic, which has its letters in the same places, and more.
  ['windows-1254', 1, 'çğıöşüâîû'],
  ['windows-1252', 1, 'äöüß', 'àâçéèêëîïôùûüœæ', 'áéíóúñü', 'ãõáéíóúâêôçà', 'àéèìòù', 'æøåé', 'äåöé', 'áðéíóúýþæö'],
  ['windows-1250', 1, 'ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž'],
  ['windows-1251', 0.6, 'оеаинтсрвлкмдпуя', 'іїєоанитврсел'],
  ['koi8-r', 0.6, 'оеаинтсрвлкмдпуя'],
  ['ibm866', 0.6, 'оеаинтсрвлкмдпуя'],
  ['windows-1253', 0.6, 'αοιετσνηυρπκμλςάέίήόύώ'],
  ['windows-1255', 0.9, 'אבגדהוזחטיכלמנסעפצקרשתםןךףץ'],
  ['windows-1256', 0.6, 'الميونرتبعدسفةكحهقأج'],
  ['windows-1257', 1, 'ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'],
  ['windows-1258', 0.9, 'ăâđêôơưàáéèíóúùý\u0300\u0301\u0303\u0309\u0323'],
  ['windows-874', 0.6, 'กขคงจชดตทนบปพมยรลวสหอะาิีืุูเแโใไ่้็์ั'],
  ['iso-8859-2', 1, 'ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áéíóöőúüű'],
  ['shift_jis', 0.4, kana],
  ['euc-jp', 0.4, kana],
  ['euc-kr', 0.25, '이다는의에을를가고하로지니기사은한인도서시어리자해수정대나스들게그있습라용'],
  [
    'gb18030',
    0.15,
    '的一是不了在有和人这中大为上个国我以要他时来用们到作地于出会可也你对生能而子那得说文件安装设置使数据请配页单击点行方法程序',
  ],
  [
    'big5',
    0.15,
    '的一是不了在有和人這中大為上個國我以要他時來用們到作地於出會可也你對生能而子那得說文件安裝設置使數據請配頁單擊點行方法程式',
  ],
];

/** The characters of East Asian encodings that most texts consist of. */
const common: Readonly<Record<string, [first: number, last: number]>> = {
  shift_jis: [0x829f, 0x9872],
  'euc-jp': [0xa4a1, 0xcfd3],
  'euc-kr': [0xb0a1, 0xc8fe],
  gb18030: [0xb0a1, 0xd7f9],
  big5: [0xa440, 0xc67e],
};

function between(encoding: string, first: number, last: number): string {
  const codes = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  // Some are no characters: a line end keeps them from hiding the next one.
  return new TextDecoder(encoding).decode(Uint8Array.from(codes.flatMap((code) => [code >> 8, code & 0xff, 0x0a])));
}

/**
 * The encoding in which most letters above ASCII are usual ones of a language. Undefined if none is likely: then the text has
 * no such letters, or isn't a text.
 */
export function guessedEncoding(bytes: Uint8Array, isLikely = (_encoding: string) => true): string | undefined {
  const from = bytes.findIndex((byte) => byte > 0x7f);
  if (from < 0) return undefined;
  // With the letters before it.
  const start = Math.max(0, from - 16);
  const sample = bytes.subarray(start, start + sampleLength);
  let best: string | undefined;
  let most = 0.5;
  for (const [encoding, part, ...alphabets] of languages) {
    const text = isLikely(encoding) ? decodedBy(encoding, sample) : undefined;
    const letters = text?.match(letter) ?? [];
    if (text === undefined || letters.length === 0 || impossible.test(text)) continue;
    if ((text.match(mixedWord)?.length ?? 0) > letters.length / 8) continue;
    for (const alphabet of alphabets) {
      const usual = partIn(alphabet, letters, part === 1) / part;
      const range = common[encoding];
      const likely = range
        ? 0.7 * partIn(between(encoding, ...range), letters) + 0.3 * Math.min(1, usual)
        : Math.min(1, usual);
      if (likely > most) [most, best] = [likely, encoding];
    }
  }
  return best;
}

function partIn(alphabet: string, letters: readonly string[], inBothCases = false): number {
  const wanted = new Set(alphabet);
  const isIn = (each: string) => wanted.has(each) || (inBothCases && wanted.has(each.toLowerCase()));
  return letters.filter(isIn).length / letters.length;
}

/** All above ASCII but punctuation, and some signs that texts in many encodings have. */
const letter = /[^\0-\xa1\xa7\xa9\xab\xae\xb0\xb7\xbb\xbf\xd7\u2010-\u203f\u20ac\u2122\u3000-\u303f\uff00-\uff5f]/gu;
const impossible = /[\x80-\x9f\ue000-\uf8ff]/;
/** A letter of an alphabet beside one of another, or one or two East Asian characters within a word. */
const mixedWord =
  /[a-z](?=[\u0370-\u0eff]|[\u3400-\u9fff\uac00-\ud7a3\uff61-\uff9f]{1,2}[a-z])|[\u0370-\u0eff](?=[a-z])/gi;

/** Undefined for bytes that mean nothing in the encoding, and for an encoding that this computer doesn't know. */
function decodedBy(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    // A sample may end within a character.
    const stream = bytes.length === sampleLength;
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}
