import type { StateCore } from 'markdown-it';

/** Shows the emoji for a name such as `:smile:`. Other names stay, and so does code. */
export function namedEmoji({ tokens }: StateCore): void {
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type === 'text')
        token.content = token.content.replace(name, (all, word: string) => emoji().get(word) ?? all);
    }
  }
}

const name = /(?<!\w):([a-z0-9_+-]{1,40}):(?!\w)/g;

let read: ReadonlyMap<string, string> | undefined;

function emoji(): ReadonlyMap<string, string> {
  if (read === undefined) {
    const words = list.trim().split(/\s+/);
    read = new Map(words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1]!] as const] : [])));
  }
  return read;
}

/** The names that GitHub and others use, without the rarest: all of them would double the size of this plugin. */
const list = `
  smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 sweat_smile 😅 joy 😂 rofl 🤣 blush 😊 innocent 😇
  slightly_smiling_face 🙂 upside_down_face 🙃 wink 😉 heart_eyes 😍 kissing_heart 😘 yum 😋
  stuck_out_tongue 😛 sunglasses 😎 nerd_face 🤓 thinking 🤔 star_struck 🤩 partying_face 🥳 smirk 😏
  unamused 😒 worried 😟 confused 😕 slightly_frowning_face 🙁 frowning_face ☹️ open_mouth 😮 astonished 😲
  flushed 😳 fearful 😨 cry 😢 sob 😭 scream 😱 disappointed 😞 sweat 😓 weary 😩 tired_face 😫 triumph 😤
  angry 😠 rage 😡 exploding_head 🤯 sleeping 😴 mask 😷 robot 🤖 ghost 👻 skull 💀 poop 💩 clown_face 🤡
  see_no_evil 🙈 hear_no_evil 🙉 speak_no_evil 🙊 neutral_face 😐 expressionless 😑 no_mouth 😶
  grimacing 😬 relieved 😌 hugs 🤗 shushing_face 🤫 zipper_mouth_face 🤐 cold_face 🥶 hot_face 🥵 wave 👋
  raised_hand ✋ hand ✋ vulcan_salute 🖖 ok_hand 👌 v ✌️ crossed_fingers 🤞 metal 🤘 call_me_hand 🤙
  point_left 👈 point_right 👉 point_up ☝️ point_up_2 👆 point_down 👇 +1 👍 thumbsup 👍 -1 👎
  thumbsdown 👎 fist ✊ facepunch 👊 clap 👏 raised_hands 🙌 open_hands 👐 handshake 🤝 pray 🙏
  writing_hand ✍️ muscle 💪 eyes 👀 eye 👁️ brain 🧠 ear 👂 bust_in_silhouette 👤 busts_in_silhouette 👥
  family 👪 man 👨 woman 👩 baby 👶 technologist 🧑‍💻 man_technologist 👨‍💻 woman_technologist 👩‍💻
  construction_worker 👷 detective 🕵️ superhero 🦸 heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚
  blue_heart 💙 purple_heart 💜 black_heart 🖤 white_heart 🤍 broken_heart 💔 sparkling_heart 💖 100 💯
  anger 💢 boom 💥 dizzy 💫 sweat_drops 💦 dash 💨 hole 🕳️ bomb 💣 speech_balloon 💬 thought_balloon 💭
  zzz 💤 dog 🐶 cat 🐱 mouse 🐭 hamster 🐹 rabbit 🐰 fox_face 🦊 bear 🐻 panda_face 🐼 koala 🐨 tiger 🐯
  lion 🦁 cow 🐮 pig 🐷 frog 🐸 monkey 🐒 chicken 🐔 penguin 🐧 bird 🐦 eagle 🦅 duck 🦆 owl 🦉 wolf 🐺
  horse 🐴 unicorn 🦄 bee 🐝 bug 🐛 butterfly 🦋 snail 🐌 turtle 🐢 snake 🐍 dragon 🐉 octopus 🐙 crab 🦀
  whale 🐳 dolphin 🐬 fish 🐟 shark 🦈 elephant 🐘 paw_prints 🐾 cactus 🌵 christmas_tree 🎄
  evergreen_tree 🌲 deciduous_tree 🌳 palm_tree 🌴 seedling 🌱 herb 🌿 shamrock ☘️ four_leaf_clover 🍀
  fallen_leaf 🍂 leaves 🍃 mushroom 🍄 rose 🌹 sunflower 🌻 tulip 🌷 cherry_blossom 🌸 apple 🍎
  green_apple 🍏 lemon 🍋 banana 🍌 watermelon 🍉 grapes 🍇 strawberry 🍓 peach 🍑 avocado 🥑 carrot 🥕
  corn 🌽 hot_pepper 🌶️ bread 🍞 cheese 🧀 pizza 🍕 hamburger 🍔 taco 🌮 popcorn 🍿 cookie 🍪 cake 🍰
  birthday 🎂 candy 🍬 coffee ☕ tea 🍵 beer 🍺 beers 🍻 wine_glass 🍷 champagne 🍾 tropical_drink 🍹
  soccer ⚽ basketball 🏀 football 🏈 baseball ⚾ tennis 🎾 trophy 🏆 medal_sports 🏅 1st_place_medal 🥇
  2nd_place_medal 🥈 3rd_place_medal 🥉 dart 🎯 video_game 🎮 game_die 🎲 jigsaw 🧩 art 🎨 musical_note 🎵
  notes 🎶 headphones 🎧 microphone 🎤 guitar 🎸 tickets 🎟️ clapper 🎬 car 🚗 taxi 🚕 bus 🚌 truck 🚚
  tractor 🚜 bike 🚲 train 🚋 ship 🚢 boat ⛵ anchor ⚓ airplane ✈️ rocket 🚀 flying_saucer 🛸 helicopter 🚁
  construction 🚧 vertical_traffic_light 🚦 fuelpump ⛽ rotating_light 🚨 world_map 🗺️ house 🏠 office 🏢
  factory 🏭 hospital 🏥 bank 🏦 school 🏫 hotel 🏨 tent ⛺ bridge_at_night 🌉 earth_africa 🌍
  earth_americas 🌎 earth_asia 🌏 globe_with_meridians 🌐 mountain ⛰️ volcano 🌋 camping 🏕️
  beach_umbrella 🏖️ watch ⌚ hourglass ⌛ hourglass_flowing_sand ⏳ alarm_clock ⏰ stopwatch ⏱️ timer_clock ⏲️
  clock1 🕐 clock3 🕒 clock12 🕛 sunny ☀️ cloud ☁️ partly_sunny ⛅ rainbow 🌈 umbrella ☔ zap ⚡ snowflake ❄️
  snowman ⛄ fire 🔥 droplet 💧 ocean 🌊 star ⭐ star2 🌟 sparkles ✨ sun_with_face 🌞 full_moon 🌕
  crescent_moon 🌙 tada 🎉 confetti_ball 🎊 balloon 🎈 gift 🎁 ribbon 🎀 iphone 📱 computer 💻
  desktop_computer 🖥️ keyboard ⌨️ printer 🖨️ computer_mouse 🖱️ floppy_disk 💾 cd 💿 camera 📷
  video_camera 📹 movie_camera 🎥 tv 📺 radio 📻 telephone ☎️ phone ☎️ telephone_receiver 📞 battery 🔋
  electric_plug 🔌 bulb 💡 flashlight 🔦 mag 🔍 mag_right 🔎 candle 🕯️ moneybag 💰 dollar 💵 euro 💶
  credit_card 💳 receipt 🧾 gem 💎 wrench 🔧 hammer 🔨 hammer_and_wrench 🛠️ pick ⛏️ nut_and_bolt 🔩
  gear ⚙️ chains ⛓️ link 🔗 magnet 🧲 toolbox 🧰 test_tube 🧪 microscope 🔬 telescope 🔭 satellite 📡
  syringe 💉 pill 💊 shield 🛡️ lock 🔒 unlock 🔓 lock_with_ink_pen 🔏 closed_lock_with_key 🔐 key 🔑
  old_key 🗝️ door 🚪 envelope ✉️ email 📧 incoming_envelope 📨 e-mail 📧 inbox_tray 📥 outbox_tray 📤
  package 📦 mailbox 📫 postbox 📮 ballot_box 🗳️ pencil 📝 pencil2 ✏️ memo 📝 pen 🖊️ black_nib ✒️
  briefcase 💼 file_folder 📁 open_file_folder 📂 card_index_dividers 🗂️ date 📅 calendar 📆
  spiral_calendar 🗓️ spiral_notepad 🗒️ clipboard 📋 pushpin 📌 round_pushpin 📍 paperclip 📎
  straight_ruler 📏 triangular_ruler 📐 scissors ✂️ wastebasket 🗑️ book 📖 books 📚 open_book 📖
  notebook 📓 ledger 📒 closed_book 📕 green_book 📗 blue_book 📘 orange_book 📙 bookmark 🔖
  bookmark_tabs 📑 label 🏷️ page_facing_up 📄 page_with_curl 📃 newspaper 📰 chart_with_upwards_trend 📈
  chart_with_downwards_trend 📉 bar_chart 📊 bell 🔔 no_bell 🔕 loudspeaker 📢 mega 📣 crystal_ball 🔮
  warning ⚠️ no_entry ⛔ no_entry_sign 🚫 stop_sign 🛑 x ❌ heavy_check_mark ✔️ white_check_mark ✅
  ballot_box_with_check ☑️ heavy_multiplication_x ✖️ heavy_plus_sign ➕ heavy_minus_sign ➖ question ❓
  grey_question ❔ exclamation ❗ heavy_exclamation_mark ❗ bangbang ‼️ interrobang ⁉️ information_source ℹ️
  recycle ♻️ biohazard ☣️ radioactive ☢️ infinity ♾️ copyright ©️ registered ®️ tm ™️ o ⭕ white_circle ⚪
  black_circle ⚫ red_circle 🔴 orange_circle 🟠 yellow_circle 🟡 green_circle 🟢 large_blue_circle 🔵
  purple_circle 🟣 red_square 🟥 green_square 🟩 large_blue_diamond 🔷 small_blue_diamond 🔹
  large_orange_diamond 🔶 small_red_triangle 🔺 small_red_triangle_down 🔻 white_large_square ⬜
  black_large_square ⬛ arrow_up ⬆️ arrow_down ⬇️ arrow_left ⬅️ arrow_right ➡️ arrow_upper_right ↗️
  arrow_lower_right ↘️ arrow_right_hook ↪️ leftwards_arrow_with_hook ↩️ arrows_counterclockwise 🔄
  arrows_clockwise 🔃 arrow_forward ▶️ arrow_backward ◀️ fast_forward ⏩ rewind ⏪ repeat 🔁
  twisted_rightwards_arrows 🔀 new 🆕 free 🆓 up 🆙 cool 🆒 ok 🆗 sos 🆘 soon 🔜 top 🔝 end 🔚 back 🔙
  id 🆔 checkered_flag 🏁 triangular_flag_on_post 🚩 white_flag 🏳️ black_flag 🏴 zero 0️⃣ one 1️⃣ two 2️⃣
  three 3️⃣ four 4️⃣ five 5️⃣ six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣ keycap_ten 🔟 hash #️⃣ abc 🔤 1234 🔢
  symbols 🔣 a 🅰️ b 🅱️ us 🇺🇸 gb 🇬🇧 uk 🇬🇧 de 🇩🇪 fr 🇫🇷 es 🇪🇸 it 🇮🇹 jp 🇯🇵 cn 🇨🇳 kr 🇰🇷
  eu 🇪🇺 ru 🇷🇺 tr 🇹🇷
`;
