/**
 * What a question of the search is about: the words that tell something, each with what else is said for it. Words are
 * found in whatever form, in both languages, from either layout of the keyboard.
 */
import { readingsOf, searchKey } from '../../../contract/search.ts';

/** Words that only ask. A sentence need not have them; where it is meant for such a question it comes first. */
const ASKING = new Set(
  (
    'вообще совсем а в и к на по с у из то от до для о об за при после через спустя что как кто где когда почему зачем если ли можно нельзя будет какой ' +
    'какая какие какое какого каких каком момента момент пор может могут могу мог кого кому чего чем этот эта это этом мешает блокирует даёт свой какой ' +
    'разрешено позволено право права имеет есть делает делать сделать происходит произойдёт случится ничего причина ' +
    'причины причин отказ отказа отказы отказывает отказывают отказано отклоняет отклоняют никогда ни один одного одной ' +
    'nima nimaga nega qanday qaysi kim kimlar kimga qachon qayerda qaerda agar mumkin boʻladi boʻladimi boʻlmaydi boʻlsa ' +
    'va bilan uchun bu beri keyin soʻng oʻtgach hech bor qila oladi olmaydi qiladi qilsa qilish qilishi qilib qilinmaydi ' +
    'umuman oʻtgandan qoladi beradi huquqi huquq ruxsat lavozim lavozimlar toʻsqinlik xalaqit rad etiladi etadi etilmoqda ' +
    'bloklaydi toʻsadi olmayman olmayapman olmayapti olmayapmiz qoʻymayapti qoʻymaydi bir'
  )
    .split(' ')
    .map((word) => wordKey(word)),
);

/** Beginnings with a space before each, and one after what is whole. */
function stemsIn(group: string): string[] {
  return group.split(' ').map((stem) => ` ${wordKey(stem)}${stem.endsWith('.') ? ' ' : ''}`);
}

/** What is said one for another, by the beginnings that their forms share; `.` ends a form that is whole. */
const SAME = [
  'заверш законч оконч',
  'закры закро',
  'день. дня. дню. днем. дне. дни. дней. дням.',
  'отправ отсыл посла посыл',
  'отмен аннулир',
  'учётчик счётчик',
  'подтвер',
  'сда',
  'посчитан подсчитан сосчитан',
  'верси выпуск релиз',
  'застр завис простаив',
  '30 тридцат oʻttiz',
  'бездейств никого никто harakatsiz kim',
  'сет связ интернет',
  'tarmoq internet aloqa',
  'yoʻqol uzil',
  'верн отозва отзыв возвра',
  'не отказ',
  'akt dalolatnoma',
  'faktura nakladno',
  'sanovchi hisobchi sanoqchi',
  'yakun tugat',
  'yop',
  'yubor joʻnat',
  'sanal sanab',
  'versiya reliz',
  'oxirgi soʻnggi oldingi',
  'подписа подписы',
].map(stemsIn);

/** What is said for several steps, whichever document it is about: they do not stand one for another. */
const WIDER = [
  ['провод провед провест', 'заверш формир подтвер'],
  ['oʻtkaz', 'yakun shakl tasdiq'],
].map(([said = '', meant = '']) => ({ said: stemsIn(said), meant: stemsIn(meant) }));

/** What several words say together, and one in their place. */
const TOGETHER: readonly (readonly [RegExp, string])[] = [
  [/ничего не дела\p{L}*|не работа\p{L}*/gu, 'бездействует'],
  [/hech narsa qilma\p{L}*|ishlamay?\p{L}*/gu, 'harakatsiz'],
  [/пол(?:у)?час\p{L}*/gu, '30 минут'],
  [/yarim soat/gu, '30 daqiqa'],
  // its letters are those of «отказа», which only asks
  [/o['’‘ʻʼ`]tkaza(?!\p{L})/gu, 'oʻtkazadi'],
  [/из-за чего|по какой причине|отчего/gu, 'почему'],
  [/nima (?:uchun|sababdan|tufayli)|qanday sabab bilan/gu, 'nega'],
  // what is not getting done asks why
  [/\p{L}{2,}il(?:mayapti|maydi)(?!\p{L})/gu, '$& nega'],
  [/(?<!\p{L})не \p{L}{3,}[еи]тся(?!\p{L})/gu, '$& почему'],
  [/(почему|nega|nimaga) (?:же )?(?:нет|нельзя|yo['’‘ʻʼ`]q)(?!\p{L})/gu, '$1'],
  [/(?<=(?:уч|сч)[её]тчик\p{L}* )(?:пропа|исчез)\p{L}*/gu, 'не сдаёт'],
  [/непокрыт/gu, 'не покрыт'],
  [/нет (тест\p{L}*)|(тест\p{L}*) нет(?!\p{L})/gu, 'без $1$2'],
  [/(?:test|sinov)\p{L}* yo['’‘ʻʼ`]q(?!\p{L})/gu, 'testsiz'],
  [/что (?:же )?нового|какие новшества/gu, 'что изменилось'],
  [/nima yangilik|qanday yangilik\p{L}*/gu, 'nima oʻzgardi'],
  // whichever release it is called by: the versions are chosen on the page
  [/((?:верси|выпуск|релиз|versiya|reliz)\p{L}*) \d+(?:\.\d+)*/gu, '$1'],
  [/\d+(?:\.\d+)+[ -]((?:versiya|reliz)\p{L}*)/gu, '$1'],
  [/(?:забы|забуд)\p{L}* (?:сда|отправ)\p{L}*/gu, 'не сдаёт'],
  [/topshirish(?:ni)? (?:unut|esdan chiqar)\p{L}*/gu, 'topshirmasa'],
  [/не (?:отправ|отошл|присл|пошл)\p{L}* (?:результат|список|подсчёт)\p{L}*/gu, 'не сдаёт'],
];

/** The key of a word or a text; who types е for ё means the same. */
export function wordKey(text: string): string {
  return searchKey(text.replaceAll('ё', 'е').replaceAll('Ё', 'Е'));
}

/** Endings of Uzbek words, which stand one after another. */
const UZBEK = /(?:lar|ning|ni|ga|ka|qa|da|dan|si|i|mi|di|gan|sa|ma|may|masin|yap|moqda|moq|ish|sh|ib|a|y)$/;

/** The part of a word that its other forms share: the longer it is, the longer the ending that may be another one. */
function stemOf(word: string): string {
  if (/^[a-z'’‘ʻʼ`]+$/.test(word)) {
    const shorter = word.replace(UZBEK, '');
    return shorter === word || shorter.length < 3 ? word : stemOf(shorter);
  }
  const ending = word.length < 4 ? 0 : word.length < 5 ? 1 : word.length < 8 ? 2 : 3;
  return word.slice(0, word.length - ending);
}

export interface Told {
  /** As it was typed. */
  readonly typed: string;
  /** With a space before it. */
  readonly word: string;
  /** One of these a sentence has to have: a beginning with a space before it, a short word with one on each side. */
  readonly stems: readonly string[];
}

export interface Question {
  readonly told: readonly Told[];
  /** The words that ask, with a space on each side. */
  readonly asking: readonly string[];
}

function toldOf(typed: string): Told {
  // what is not done is said by “нет”, “нельзя” and their like, too
  const isShort = (typed.length < 4 && typed !== 'не' && !/^[a-z]{3}$/.test(typed)) || /\d/.test(typed);
  const word = ` ${wordKey(typed)}`;
  const own = isShort ? `${word} ` : ` ${wordKey(stemOf(typed))}`;
  const isOf = (group: readonly string[]) => group.some((stem) => `${word} `.startsWith(stem));
  const wider = WIDER.flatMap(({ said, meant }) => (isOf(said) ? [...said, ...meant] : []));
  const same = [...SAME.filter(isOf).flat(), ...wider];
  // whose forms are listed whole shares its beginning with words of another meaning: “день” with “деньги”
  const isListed = same.includes(`${word} `);
  return { typed, word, stems: [...new Set(isListed ? same : [own, ...same])] };
}

/** A question, by each layout of the keyboard that it may have been typed in; none where it tells too little. */
export function questionsIn(query: string): Question[] {
  return readingsOf(query).flatMap((reading) => {
    const words = TOGETHER.reduce((text, [said, one]) => text.replaceAll(said, one), reading.toLowerCase())
      .split(/[^\p{L}\p{N}'’‘ʻʼ`]+/u)
      .filter((word) => word !== '');
    const telling = words.filter((word) => !ASKING.has(wordKey(word)));
    // a letter or two are in every sentence
    const told = telling.length > 0 ? telling : words;
    if (!told.some((word) => word.length > 2)) return [];
    const asking = words.filter((word) => word.length > 2 && !told.includes(word));
    return [{ told: told.map(toldOf), asking: asking.map((word) => ` ${wordKey(word)} `) }];
  });
}

export const has = (key: string, { stems }: Told): boolean => stems.some((stem) => key.includes(stem));
