<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>AboutDialog</name>
        <message>
            <source>About Ulpscope</source>
            <translation>关于 Ulpscope</translation>
        </message>
        <message>
            <source>Steps through tiled flash attention, bit for bit.</source>
            <translation>逐步、逐位地走过分块的 flash attention。</translation>
        </message>
        <message>
            <source>backend: CPU (emulated)</source>
            <translation>后端:CPU(模拟)</translation>
        </message>
        <message>
            <source>The program is free software under the GPL, version 3 or later; engine and command line under Apache 2.0. It sends nothing and reads nothing over a network.</source>
            <translation>本程序是自由软件,遵循 GPL 第 3 版或更高版本;引擎与命令行遵循 Apache 2.0。它不通过网络发送或读取任何内容。</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
    </context>
    <context>
        <name>Actions</name>
        <message>
            <source>&amp;Open…</source>
            <translation>打开(&amp;O)…</translation>
        </message>
        <message>
            <source>Open tensors (safetensors, npz, npy), a session, or a figure that carries one</source>
            <translation>打开张量(safetensors、npz、npy)、会话,或带有会话的图</translation>
        </message>
        <message>
            <source>&amp;Save session</source>
            <translation>保存会话(&amp;S)</translation>
        </message>
        <message>
            <source>Save problem, runs, step, selection and views</source>
            <translation>保存问题、运行、步骤、选择与视图</translation>
        </message>
        <message>
            <source>Save session &amp;as…</source>
            <translation>会话另存为(&amp;A)…</translation>
        </message>
        <message>
            <source>Save the session to another file</source>
            <translation>把会话保存到另一个文件</translation>
        </message>
        <message>
            <source>&amp;Export figure…</source>
            <translation>导出图(&amp;E)…</translation>
        </message>
        <message>
            <source>Save the current view as PDF, SVG or PNG; the file reopens this state</source>
            <translation>把当前视图存为 PDF、SVG 或 PNG;该文件可重新打开此状态</translation>
        </message>
        <message>
            <source>&amp;Reload and run</source>
            <translation>重新载入并运行(&amp;R)</translation>
        </message>
        <message>
            <source>Read the inputs again and run everything anew</source>
            <translation>重新读取输入并全部重新计算</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>退出(&amp;Q)</translation>
        </message>
        <message>
            <source>Close the window</source>
            <translation>关闭窗口</translation>
        </message>
        <message>
            <source>&amp;Copy table</source>
            <translation>复制表格(&amp;C)</translation>
        </message>
        <message>
            <source>Copy the selected cells of the table, or all of it, with a header row</source>
            <translation>复制表格中选中的单元格(未选则全部),含表头</translation>
        </message>
        <message>
            <source>Copy &amp;picture</source>
            <translation>复制图片(&amp;P)</translation>
        </message>
        <message>
            <source>Copy the current view as PNG and SVG</source>
            <translation>把当前视图复制为 PNG 与 SVG</translation>
        </message>
        <message>
            <source>Copy as command &amp;line</source>
            <translation>复制为命令行(&amp;L)</translation>
        </message>
        <message>
            <source>Copy the ulpscope-cli command that runs A</source>
            <translation>复制能运行 A 的 ulpscope-cli 命令</translation>
        </message>
        <message>
            <source>Pin the &amp;selected value</source>
            <translation>固定所选的值(&amp;S)</translation>
        </message>
        <message>
            <source>Keep the selected value in view at every step (Ctrl+click in a map)</source>
            <translation>让所选的值在每一步都可见(在图中按 Ctrl 单击)</translation>
        </message>
        <message>
            <source>&amp;Go to cell…</source>
            <translation>转到单元格(&amp;G)…</translation>
        </message>
        <message>
            <source>Select by number: row 17 col 203 key 64</source>
            <translation>按编号选择:row 17 col 203 key 64</translation>
        </message>
        <message>
            <source>&amp;Filter steps</source>
            <translation>筛选步骤(&amp;F)</translation>
        </message>
        <message>
            <source>Show only steps that match: rescale row:299 flag:max</source>
            <translation>只显示匹配的步骤:rescale row:299 flag:max</translation>
        </message>
        <message>
            <source>C&amp;lear selection</source>
            <translation>清除选择(&amp;L)</translation>
        </message>
        <message>
            <source>Select no row, key or column; close what is open</source>
            <translation>不选任何行、键或列;关闭打开的内容</translation>
        </message>
        <message>
            <source>&amp;Play</source>
            <translation>播放(&amp;P)</translation>
        </message>
        <message>
            <source>Play or pause</source>
            <translation>播放或暂停</translation>
        </message>
        <message>
            <source>&amp;Next step</source>
            <translation>下一步(&amp;N)</translation>
        </message>
        <message>
            <source>One step forwards</source>
            <translation>前进一步</translation>
        </message>
        <message>
            <source>Pre&amp;vious step</source>
            <translation>上一步(&amp;V)</translation>
        </message>
        <message>
            <source>One step back</source>
            <translation>后退一步</translation>
        </message>
        <message>
            <source>Next &amp;key tile</source>
            <translation>下一个键块(&amp;K)</translation>
        </message>
        <message>
            <source>To the end of the key tile</source>
            <translation>到该键块末尾</translation>
        </message>
        <message>
            <source>Previous key tile</source>
            <translation>上一个键块</translation>
        </message>
        <message>
            <source>Back to the start of the key tile</source>
            <translation>回到该键块开头</translation>
        </message>
        <message>
            <source>Next &amp;query tile</source>
            <translation>下一个查询块(&amp;Q)</translation>
        </message>
        <message>
            <source>To the end of the query tile</source>
            <translation>到该查询块末尾</translation>
        </message>
        <message>
            <source>Previous query tile</source>
            <translation>上一个查询块</translation>
        </message>
        <message>
            <source>Back to the start of the query tile</source>
            <translation>回到该查询块开头</translation>
        </message>
        <message>
            <source>&amp;Start</source>
            <translation>开头(&amp;S)</translation>
        </message>
        <message>
            <source>Before the first step</source>
            <translation>第一步之前</translation>
        </message>
        <message>
            <source>&amp;End</source>
            <translation>末尾(&amp;E)</translation>
        </message>
        <message>
            <source>Behind the last step</source>
            <translation>最后一步之后</translation>
        </message>
        <message>
            <source>Next e&amp;vent</source>
            <translation>下一个事件(&amp;V)</translation>
        </message>
        <message>
            <source>Next step at which a max changed, something was rescaled, a tie or a NaN appeared</source>
            <translation>下一个出现最大值变化、重新缩放、并列或 NaN 的步骤</translation>
        </message>
        <message>
            <source>Previous event</source>
            <translation>上一个事件</translation>
        </message>
        <message>
            <source>The event before</source>
            <translation>前一个事件</translation>
        </message>
        <message>
            <source>Coarser</source>
            <translation>更粗</translation>
        </message>
        <message>
            <source>Play by key tiles, then by query tiles</source>
            <translation>按键块播放,再按查询块播放</translation>
        </message>
        <message>
            <source>Finer</source>
            <translation>更细</translation>
        </message>
        <message>
            <source>Play by key tiles, then by steps</source>
            <translation>按键块播放,再按步骤播放</translation>
        </message>
        <message>
            <source>&amp;Explore</source>
            <translation>探索(&amp;E)</translation>
        </message>
        <message>
            <source>One run: tiles, matrix, running values, tree, error</source>
            <translation>一次运行:分块、矩阵、运行值、树、误差</translation>
        </message>
        <message>
            <source>&amp;Compare</source>
            <translation>比较(&amp;C)</translation>
        </message>
        <message>
            <source>A beside B, and where they part</source>
            <translation>A 与 B 并排,以及它们从何处分开</translation>
        </message>
        <message>
            <source>&amp;Reset layout</source>
            <translation>重置布局(&amp;R)</translation>
        </message>
        <message>
            <source>Panels back to where they were at first</source>
            <translation>面板回到最初的位置</translation>
        </message>
        <message>
            <source>&amp;Maximise view</source>
            <translation>最大化视图(&amp;M)</translation>
        </message>
        <message>
            <source>The current view alone, or all views</source>
            <translation>只显示当前视图,或显示全部视图</translation>
        </message>
        <message>
            <source>Show &amp;all</source>
            <translation>显示全部(&amp;A)</translation>
        </message>
        <message>
            <source>The whole picture of the current view</source>
            <translation>当前视图的全貌</translation>
        </message>
        <message>
            <source>View &amp;back</source>
            <translation>视图后退(&amp;B)</translation>
        </message>
        <message>
            <source>The part that the current view showed before</source>
            <translation>当前视图之前显示的部分</translation>
        </message>
        <message>
            <source>View &amp;forward</source>
            <translation>视图前进(&amp;F)</translation>
        </message>
        <message>
            <source>Undo View back</source>
            <translation>撤销视图后退</translation>
        </message>
        <message>
            <source>Next &amp;scale</source>
            <translation>下一种标度(&amp;S)</translation>
        </message>
        <message>
            <source>Linear, log, symlog, ulp: the next that makes sense here</source>
            <translation>线性、对数、对称对数、ulp:下一种在此有意义的标度</translation>
        </message>
        <message>
            <source>&amp;Grid lines</source>
            <translation>网格线(&amp;G)</translation>
        </message>
        <message>
            <source>Lines between cells on or off</source>
            <translation>显示或隐藏单元格之间的线</translation>
        </message>
        <message>
            <source>&amp;Presenter size</source>
            <translation>演示字号(&amp;P)</translation>
        </message>
        <message>
            <source>Everything 1.6 times as large, for a projector</source>
            <translation>全部放大 1.6 倍,用于投影</translation>
        </message>
        <message>
            <source>F&amp;ull screen</source>
            <translation>全屏(&amp;U)</translation>
        </message>
        <message>
            <source>The window on the whole screen</source>
            <translation>窗口占满屏幕</translation>
        </message>
        <message>
            <source>&amp;Next panel</source>
            <translation>下一个面板(&amp;N)</translation>
        </message>
        <message>
            <source>Keyboard focus to the next panel or view</source>
            <translation>键盘焦点移到下一个面板或视图</translation>
        </message>
        <message>
            <source>Show &amp;A</source>
            <translation>显示 A(&amp;A)</translation>
        </message>
        <message>
            <source>Views show run A</source>
            <translation>视图显示运行 A</translation>
        </message>
        <message>
            <source>Show &amp;B</source>
            <translation>显示 B(&amp;B)</translation>
        </message>
        <message>
            <source>Views show run B or the recorded output</source>
            <translation>视图显示运行 B 或记录的输出</translation>
        </message>
        <message>
            <source>Show the &amp;difference</source>
            <translation>显示差(&amp;D)</translation>
        </message>
        <message>
            <source>Views show A − B where they can</source>
            <translation>视图尽可能显示 A − B</translation>
        </message>
        <message>
            <source>S&amp;wap A and B</source>
            <translation>交换 A 与 B(&amp;W)</translation>
        </message>
        <message>
            <source>Run A becomes B, run B becomes A</source>
            <translation>运行 A 变为 B,运行 B 变为 A</translation>
        </message>
        <message>
            <source>B&amp;link A and B</source>
            <translation>A 与 B 交替闪烁(&amp;L)</translation>
        </message>
        <message>
            <source>Show A and B by turns, twice a second</source>
            <translation>轮流显示 A 与 B,每秒两次</translation>
        </message>
        <message>
            <source>Go to the &amp;first divergence</source>
            <translation>转到首个分歧(&amp;F)</translation>
        </message>
        <message>
            <source>The earliest step, row and column at which the bits of A and B part</source>
            <translation>A 与 B 的位最早分开的步骤、行与列</translation>
        </message>
        <message>
            <source>Add &amp;run B</source>
            <translation>添加运行 B(&amp;R)</translation>
        </message>
        <message>
            <source>A second run, at first the same as A</source>
            <translation>第二次运行,起初与 A 相同</translation>
        </message>
        <message>
            <source>Re&amp;move run B</source>
            <translation>移除运行 B(&amp;M)</translation>
        </message>
        <message>
            <source>Only run A stays</source>
            <translation>只保留运行 A</translation>
        </message>
        <message>
            <source>&amp;Command palette…</source>
            <translation>命令面板(&amp;C)…</translation>
        </message>
        <message>
            <source>Find anything the window can do by a few letters</source>
            <translation>用几个字母找到窗口能做的任何事</translation>
        </message>
        <message>
            <source>&amp;Keys</source>
            <translation>按键(&amp;K)</translation>
        </message>
        <message>
            <source>All keys on one page</source>
            <translation>所有按键一页看完</translation>
        </message>
        <message>
            <source>&amp;About Ulpscope</source>
            <translation>关于 Ulpscope(&amp;A)</translation>
        </message>
        <message>
            <source>Version, libraries, licence</source>
            <translation>版本、库、许可证</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>文件(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>编辑(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;Run</source>
            <translation>运行(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>视图(&amp;V)</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>帮助(&amp;H)</translation>
        </message>
    </context>
    <context>
        <name>BudgetBars</name>
        <message>
            <source>total</source>
            <translation>合计</translation>
        </message>
        <message>
            <source>Error budget</source>
            <translation>误差预算</translation>
        </message>
        <message>
            <source>total %1 %2</source>
            <translation>合计 %1 %2</translation>
        </message>
        <message>
            <source>%1, %2 %3 of %4</source>
            <translation>%1,%2 %3 / %4</translation>
        </message>
        <message>
            <source>Error budget in %1: %2; total %3.</source>
            <translation>误差预算(%1):%2;合计 %3。</translation>
        </message>
    </context>
    <context>
        <name>CellAddress</name>
        <message>
            <source>There is no %1 %2: %1 is a number from 0 to %3.</source>
            <translation>没有 %1 %2：%1 是 0 到 %3 之间的数。</translation>
        </message>
        <message>
            <source>"%1" names no cell; try: row 17 col 20</source>
            <translation>“%1”不是单元格；试试：row 17 col 20</translation>
        </message>
    </context>
    <context>
        <name>ColorBar</name>
        <message>
            <source>masked</source>
            <translation>已屏蔽</translation>
        </message>
        <message>
            <source>not yet</source>
            <translation>尚未</translation>
        </message>
    </context>
    <context>
        <name>ColorScale</name>
        <message>
            <source>linear</source>
            <translation>线性</translation>
        </message>
        <message>
            <source>log</source>
            <translation>对数</translation>
        </message>
        <message>
            <source>symlog ±%1</source>
            <translation>对称对数 ±%1</translation>
        </message>
        <message>
            <source>ulp, whole numbers</source>
            <translation>ulp,整数</translation>
        </message>
    </context>
    <context>
        <name>CommandLine</name>
        <message>
            <source>generated inputs</source>
            <translation>生成的输入</translation>
        </message>
        <message>
            <source>softcap</source>
            <translation>softcap</translation>
        </message>
        <message>
            <source>a window mask</source>
            <translation>窗口掩码</translation>
        </message>
        <message>
            <source>The command line has no option for %1: save the session (Ctrl+S), and the command names its file.</source>
            <translation>命令行没有对应“%1”的选项：请先保存会话（Ctrl+S），命令会引用该文件。</translation>
        </message>
    </context>
    <context>
        <name>CommandPalette</name>
        <message>
            <source>Command palette</source>
            <translation>命令面板</translation>
        </message>
        <message>
            <source>A few letters of what you want to do</source>
            <translation>输入想做之事的几个字母</translation>
        </message>
        <message>
            <source>Search commands</source>
            <translation>搜索命令</translation>
        </message>
        <message>
            <source>No command of that name</source>
            <translation>没有这样的命令</translation>
        </message>
    </context>
    <context>
        <name>CompareView</name>
        <message>
            <source>A: %1. B: %2. Final output, %3.</source>
            <translation>A：%1。B：%2。最终输出，%3。</translation>
        </message>
        <message>
            <source>Go to the first divergence</source>
            <translation>转到首个分歧</translation>
        </message>
        <message>
            <source>Makes its step and its cell current</source>
            <translation>把它的步骤与单元格设为当前</translation>
        </message>
        <message>
            <source>What differs in the recipes</source>
            <translation>配方有何不同</translation>
        </message>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>Choose a second run as B, or an output tensor of the file, to compare with A.</source>
            <translation>选择第二次运行作为 B,或文件中的一个输出张量,与 A 比较。</translation>
        </message>
        <message>
            <source>Comparing…</source>
            <translation>正在比较…</translation>
        </message>
        <message>
            <source>recipe field</source>
            <translation>配方字段</translation>
        </message>
        <message>
            <source>A</source>
            <translation>A</translation>
        </message>
        <message>
            <source>B</source>
            <translation>B</translation>
        </message>
        <message>
            <source>tensor %1 of the file</source>
            <translation>文件中的张量 %1</translation>
        </message>
        <message>
            <source>%1 on %2</source>
            <translation>%2 上的 %1</translation>
        </message>
        <message>
            <source>, batch %1</source>
            <translation>,批次 %1</translation>
        </message>
        <message>
            <source>, one split</source>
            <translation>,不划分</translation>
        </message>
        <message>
            <source>, %1 splits</source>
            <translation>,%1 份划分</translation>
        </message>
        <message>
            <source>All %1 output values are bit-equal.</source>
            <translation>全部 %1 个输出值逐位相等。</translation>
        </message>
        <message>
            <source>a number against NaN</source>
            <translation>数值对 NaN</translation>
        </message>
        <message>
            <source>at most %1 representable values apart</source>
            <translation>最多相差 %1 个可表示值</translation>
        </message>
        <message>
            <source>%1 of %2 output values differ (%3 %), %4.</source>
            <translation>%2 个输出值中有 %1 个不同(%3 %),%4。</translation>
        </message>
        <message>
            <source>%1 LSE values differ.</source>
            <translation>%1 个 LSE 值不同。</translation>
        </message>
        <message>
            <source>The plans part first here</source>
            <translation>计划最先在此分开</translation>
        </message>
        <message>
            <source>The bits part first here</source>
            <translation>位最先在此分开</translation>
        </message>
        <message>
            <source>Step %1 · %2</source>
            <translation>步骤 %1 · %2</translation>
        </message>
        <message>
            <source> · key tile %1</source>
            <translation> · 键块 %1</translation>
        </message>
        <message>
            <source>: A %1, B %2</source>
            <translation>:A %1,B %2</translation>
        </message>
        <message>
            <source>A against B</source>
            <translation>A 与 B 的比较</translation>
        </message>
    </context>
    <context>
        <name>ErrorTable</name>
        <message>
            <source>query row</source>
            <translation>查询行</translation>
        </message>
        <message>
            <source>column of O</source>
            <translation>O 的列</translation>
        </message>
        <message>
            <source>A</source>
            <translation>A</translation>
        </message>
        <message>
            <source>output</source>
            <translation>输出</translation>
        </message>
        <message>
            <source>B</source>
            <translation>B</translation>
        </message>
        <message>
            <source>float64</source>
            <translation>float64</translation>
        </message>
    </context>
    <context>
        <name>ErrorView</name>
        <message>
            <source>A − B of the final output</source>
            <translation>最终输出的 A − B</translation>
        </message>
        <message>
            <source>final output against float64</source>
            <translation>最终输出与 float64 之差</translation>
        </message>
        <message>
            <source>A − B (values apart)</source>
            <translation>A − B(相差值数)</translation>
        </message>
        <message>
            <source>values that differ</source>
            <translation>不同的值</translation>
        </message>
        <message>
            <source>of all</source>
            <translation>占全部</translation>
        </message>
        <message>
            <source>farthest apart</source>
            <translation>相差最远</translation>
        </message>
        <message>
            <source>largest difference</source>
            <translation>最大差</translation>
        </message>
        <message>
            <source>fewest</source>
            <translation>最少</translation>
        </message>
        <message>
            <source>max</source>
            <translation>最大值</translation>
        </message>
        <message>
            <source>rms</source>
            <translation>均方根</translation>
        </message>
        <message>
            <source>bias</source>
            <translation>偏差</translation>
        </message>
        <message>
            <source>correctly rounded</source>
            <translation>正确舍入</translation>
        </message>
        <message>
            <source>bit-equal to A</source>
            <translation>与 A 逐位相等</translation>
        </message>
        <message>
            <source>bit-equal to B</source>
            <translation>与 B 逐位相等</translation>
        </message>
        <message>
            <source>not defined</source>
            <translation>无定义</translation>
        </message>
        <message>
            <source>NaN, infinite</source>
            <translation>NaN、无穷</translation>
        </message>
        <message>
            <source>float64 itself (ulp)</source>
            <translation>float64 自身(ulp)</translation>
        </message>
        <message>
            <source>in the bar, too many to mark</source>
            <translation>在色条范围内,过多无法标记</translation>
        </message>
        <message>
            <source>in the bar, marked</source>
            <translation>在色条范围内,已标记</translation>
        </message>
        <message>
            <source>ulp</source>
            <translation>ulp</translation>
        </message>
        <message>
            <source>O[%1, %2]; made exact one after another, from the top</source>
            <translation>O[%1, %2];自上而下依次改为精确</translation>
        </message>
        <message>
            <source>at the row's rms; rms over %1 of %2 rows; select a cell for its signed budget</source>
            <translation>取该行均方根;%2 行中 %1 行的均方根;选择单元格可看其带符号的预算</translation>
        </message>
        <message>
            <source>scores (mma)</source>
            <translation>得分(mma)</translation>
        </message>
        <message>
            <source>scale, argument</source>
            <translation>缩放、自变量</translation>
        </message>
        <message>
            <source>exp</source>
            <translation>exp</translation>
        </message>
        <message>
            <source>alpha</source>
            <translation>alpha</translation>
        </message>
        <message>
            <source>row sum</source>
            <translation>行和</translation>
        </message>
        <message>
            <source>P cast</source>
            <translation>P 转换</translation>
        </message>
        <message>
            <source>PV (mma)</source>
            <translation>PV(mma)</translation>
        </message>
        <message>
            <source>combine</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>final factor</source>
            <translation>最终因子</translation>
        </message>
        <message>
            <source>output rounding</source>
            <translation>输出舍入</translation>
        </message>
        <message>
            <source>Error</source>
            <translation>误差</translation>
        </message>
    </context>
    <context>
        <name>ExperimentPanel</name>
        <message>
            <source>Problem</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Run A</source>
            <translation>运行 A</translation>
        </message>
        <message>
            <source>Run B</source>
            <translation>运行 B</translation>
        </message>
        <message>
            <source>Parts of the experiment</source>
            <translation>实验的各部分</translation>
        </message>
    </context>
    <context>
        <name>ExportDialog</name>
        <message>
            <source>text as outlines (SVG)</source>
            <translation>文字转为轮廓(SVG)</translation>
        </message>
        <message>
            <source>Export figure</source>
            <translation>导出图</translation>
        </message>
        <message>
            <source>print</source>
            <translation>印刷</translation>
        </message>
        <message>
            <source>light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>view</source>
            <translation>视图</translation>
        </message>
        <message>
            <source>preset</source>
            <translation>预设</translation>
        </message>
        <message>
            <source>format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>width</source>
            <translation>宽</translation>
        </message>
        <message>
            <source>height</source>
            <translation>高</translation>
        </message>
        <message>
            <source>text size</source>
            <translation>字号</translation>
        </message>
        <message>
            <source>resolution (PNG)</source>
            <translation>分辨率(PNG)</translation>
        </message>
        <message>
            <source>theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>The file carries the session: dropped on the window, it opens this state again. The same session and preset give the same bytes, here and by "ulpscope figure".</source>
            <translation>文件带有会话:拖到窗口上即可重新打开此状态。相同的会话与预设给出相同的字节,在此处与用“ulpscope figure”都一样。</translation>
        </message>
        <message>
            <source>Preview at true size</source>
            <translation>实际大小预览</translation>
        </message>
        <message>
            <source>Save…</source>
            <translation>保存…</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
    </context>
    <context>
        <name>HeatmapCanvas</name>
        <message>
            <source>masked</source>
            <translation>已屏蔽</translation>
        </message>
        <message>
            <source>not computed yet</source>
            <translation>尚未计算</translation>
        </message>
        <message>
            <source>row %1, column %2: %3</source>
            <translation>行 %1,列 %2:%3</translation>
        </message>
    </context>
    <context>
        <name>HeatmapView</name>
        <message>
            <source>Heat map</source>
            <translation>热图</translation>
        </message>
        <message>
            <source>Heat map of %1</source>
            <translation>%1 的热图</translation>
        </message>
        <message>
            <source>Heat map of %1, %2 rows by %3 columns, %4 scale. Finite values from %5 to %6.</source>
            <translation>%1 的热图,%2 行 × %3 列,%4 标度。有限值从 %5 到 %6。</translation>
        </message>
        <message>
            <source>%1 NaN, %2 infinite.</source>
            <translation>%1 个 NaN,%2 个无穷。</translation>
        </message>
    </context>
    <context>
        <name>HistogramPlot</name>
        <message>
            <source>count</source>
            <translation>计数</translation>
        </message>
        <message>
            <source>%1, bin %2: %3 values</source>
            <translation>%1,区间 %2:%3 个值</translation>
        </message>
        <message>
            <source>Histogram</source>
            <translation>直方图</translation>
        </message>
        <message>
            <source>Histogram of %1: %2 values in %3 bins, most (%4) at %5.</source>
            <translation>%1 的直方图:%3 个区间中 %2 个值,最多(%4)在 %5。</translation>
        </message>
    </context>
    <context>
        <name>InspectorPanel</name>
        <message>
            <source>value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>bits</source>
            <translation>位</translation>
        </message>
        <message>
            <source>exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <source>error (ulp)</source>
            <translation>误差(ulp)</translation>
        </message>
        <message>
            <source>A and B: NaN against a number</source>
            <translation>A 与 B:NaN 对数值</translation>
        </message>
        <message>
            <source>A and B are %1 ulp apart</source>
            <translation>A 与 B 相差 %1 ulp</translation>
        </message>
        <message>
            <source>Click a cell of a matrix, or press Ctrl+G, to see its bits and where its error comes from.</source>
            <translation>单击矩阵的单元格或按 Ctrl+G,查看它的位以及误差从何而来。</translation>
        </message>
        <message>
            <source>Row %1 is selected. Click a cell of O, S or P for its bits.</source>
            <translation>已选第 %1 行。单击 O、S 或 P 的单元格可看它的位。</translation>
        </message>
        <message>
            <source>row %1 is not in the current query tile</source>
            <translation>第 %1 行不在当前查询块中</translation>
        </message>
        <message>
            <source>row %1 after %2</source>
            <translation>%2 之后的第 %1 行</translation>
        </message>
        <message>
            <source>tile</source>
            <translation>块</translation>
        </message>
        <message>
            <source>key tile %1, keys %2–%3: tile max %4, tile sum %5</source>
            <translation>键块 %1,键 %2–%3:块最大值 %4,块和 %5</translation>
        </message>
        <message>
            <source>A and B are equal</source>
            <translation>A 与 B 相等</translation>
        </message>
        <message>
            <source>The plans of A and B part first here</source>
            <translation>A 与 B 的计划最先在这里分开</translation>
        </message>
        <message>
            <source>First divergence of A and B</source>
            <translation>A 与 B 的首个分歧</translation>
        </message>
        <message>
            <source>how it came about (click: go there)</source>
            <translation>如何得来(单击:转到该处)</translation>
        </message>
        <message>
            <source>error budget of this value</source>
            <translation>该值的误差预算</translation>
        </message>
        <message>
            <source>How the value came about, by key tile</source>
            <translation>该值如何逐键块得来</translation>
        </message>
        <message>
            <source>Error budget of the selected value</source>
            <translation>所选值的误差预算</translation>
        </message>
        <message>
            <source>Go there</source>
            <translation>转到该处</translation>
        </message>
        <message>
            <source>The earliest step, row and column at which the bits of A and B part (Ctrl+Shift+D)</source>
            <translation>A 与 B 的位最早分开的步骤、行与列(Ctrl+Shift+D)</translation>
        </message>
    </context>
    <context>
        <name>KeyList</name>
        <message>
            <source>Keys</source>
            <translation>按键</translation>
        </message>
        <message>
            <source>Where the keyboard focus is</source>
            <translation>键盘焦点所在处</translation>
        </message>
        <message>
            <source>arrows</source>
            <translation>方向键</translation>
        </message>
        <message>
            <source>map: move the cell cursor (Shift: 16 cells); timeline: step; list: move</source>
            <translation>热图:移动单元格光标(Shift:16 格);时间线:步进;列表:移动</translation>
        </message>
        <message>
            <source>Return</source>
            <translation>回车</translation>
        </message>
        <message>
            <source>map: select the cell; list: go to the step</source>
            <translation>热图:选择单元格;列表:转到该步骤</translation>
        </message>
        <message>
            <source>map, timeline: zoom</source>
            <translation>热图、时间线:缩放</translation>
        </message>
        <message>
            <source>timeline: start and end</source>
            <translation>时间线:开头与末尾</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除键</translation>
        </message>
        <message>
            <source>pins: take the pin off</source>
            <translation>固定项:取消固定</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
    </context>
    <context>
        <name>KnownBadge</name>
        <message>
            <source>counterfactual</source>
            <translation>反事实</translation>
        </message>
        <message>
            <source>reproduced</source>
            <translation>已复现</translation>
        </message>
        <message>
            <source>published</source>
            <translation>已发表</translation>
        </message>
        <message>
            <source>model</source>
            <translation>模型</translation>
        </message>
    </context>
    <context>
        <name>LineStepPlot</name>
        <message>
            <source>%1 · no room for: %2</source>
            <translation>%1 · 放不下：%2</translation>
        </message>
        <message>
            <source>final %1</source>
            <translation>最终 %1</translation>
        </message>
        <message>
            <source>Values over tiles</source>
            <translation>各块的值</translation>
        </message>
        <message numerus="yes">
            <source>Step plot of %1 over %n tile(s).</source>
            <translation>
                <numerusform>%1 在 %n 个块上的阶梯图。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>Experiment</source>
            <translation>实验</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation>步骤</translation>
        </message>
        <message>
            <source>Inspector</source>
            <translation>检查器</translation>
        </message>
        <message>
            <source>Pins</source>
            <translation>固定项</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>Messages</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>Sa&amp;mples</source>
            <translation>示例(&amp;M)</translation>
        </message>
        <message>
            <source>Open &amp;recent</source>
            <translation>最近打开(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Language</source>
            <translation>语言(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Theme</source>
            <translation>主题(&amp;T)</translation>
        </message>
        <message>
            <source>&amp;Panels</source>
            <translation>面板(&amp;P)</translation>
        </message>
        <message>
            <source>Take back the last change of problem or runs</source>
            <translation>撤回对问题或运行的上一次更改</translation>
        </message>
        <message>
            <source>Do again what was taken back</source>
            <translation>重做撤回的更改</translation>
        </message>
        <message>
            <source>Samples</source>
            <translation>示例</translation>
        </message>
        <message>
            <source>Built-in sessions</source>
            <translation>内置会话</translation>
        </message>
        <message>
            <source>Tool bar</source>
            <translation>工具栏</translation>
        </message>
        <message>
            <source>As the &amp;system</source>
            <translation>跟随系统(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Light</source>
            <translation>浅色(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Dark</source>
            <translation>深色(&amp;D)</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Explore</source>
            <translation>探索</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>The session has changes that are not saved.</source>
            <translation>会话有未保存的更改。</translation>
        </message>
        <message>
            <source>Without saving they are lost.</source>
            <translation>不保存就会丢失。</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>保存(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Discard</source>
            <translation>放弃(&amp;D)</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Select a row or a cell first; then Ctrl+P pins it.</source>
            <translation>请先选择一行或一个单元格;再按 Ctrl+P 固定。</translation>
        </message>
        <message>
            <source>nothing yet</source>
            <translation>暂无</translation>
        </message>
        <message>
            <source>Tensors, sessions, figures (*.safetensors *.npz *.npy *.ulps.json *.pdf *.svg *.png);;All files (*)</source>
            <translation>张量、会话、图 (*.safetensors *.npz *.npy *.ulps.json *.pdf *.svg *.png);;所有文件 (*)</translation>
        </message>
        <message>
            <source>Saved %1.</source>
            <translation>已保存 %1。</translation>
        </message>
        <message>
            <source>Save session</source>
            <translation>保存会话</translation>
        </message>
        <message>
            <source>Session (*.ulps.json)</source>
            <translation>会话 (*.ulps.json)</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Exported %1.</source>
            <translation>已导出 %1。</translation>
        </message>
        <message>
            <source>There is nothing to copy yet.</source>
            <translation>还没有可复制的内容。</translation>
        </message>
        <message>
            <source>Copied %1 as a picture.</source>
            <translation>已把 %1 复制为图片。</translation>
        </message>
        <message>
            <source>Copied: %1</source>
            <translation>已复制:%1</translation>
        </message>
        <message>
            <source>Go to cell</source>
            <translation>转到单元格</translation>
        </message>
        <message>
            <source>For example: row 17 col 20, row 17 key 203, step 83</source>
            <translation>例如:row 17 col 20、row 17 key 203、step 83</translation>
        </message>
        <message>
            <source>Go</source>
            <translation>前往</translation>
        </message>
        <message>
            <source>swap A and B</source>
            <translation>交换 A 与 B</translation>
        </message>
    </context>
    <context>
        <name>MatrixTable</name>
        <message>
            <source>masked</source>
            <translation>已屏蔽</translation>
        </message>
    </context>
    <context>
        <name>MatrixView</name>
        <message>
            <source>B is an output alone: it has no scores</source>
            <translation>B 只是输出:没有得分</translation>
        </message>
        <message>
            <source>Computing…</source>
            <translation>正在计算…</translation>
        </message>
        <message>
            <source>S and P are not kept for more than 4096 × 4096 cells; select a row to see its values</source>
            <translation>超过 4096 × 4096 个单元格时不保留 S 与 P;选择一行可看其值</translation>
        </message>
        <message>
            <source>There is no second run to subtract</source>
            <translation>没有可相减的第二次运行</translation>
        </message>
        <message>
            <source>A and B have different shapes</source>
            <translation>A 与 B 形状不同</translation>
        </message>
        <message>
            <source>A − B of S (ulp of fp32)</source>
            <translation>S 的 A − B(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>A − B of P (ulp of fp32)</source>
            <translation>P 的 A − B(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>raw score q·k</source>
            <translation>原始得分 q·k</translation>
        </message>
        <message>
            <source>P, relative to the running max</source>
            <translation>P,相对运行最大值</translation>
        </message>
        <message>
            <source>query row</source>
            <translation>查询行</translation>
        </message>
        <message>
            <source>key</source>
            <translation>键</translation>
        </message>
        <message>
            <source>error (ulp of %1)</source>
            <translation>误差(%1 的 ulp)</translation>
        </message>
        <message>
            <source>distance from the correctly rounded value (%1 values)</source>
            <translation>与正确舍入值的距离(%1 的值数)</translation>
        </message>
        <message>
            <source>error</source>
            <translation>误差</translation>
        </message>
        <message>
            <source>relative error</source>
            <translation>相对误差</translation>
        </message>
        <message>
            <source>error / sum of |p v|</source>
            <translation>误差 / |p v| 之和</translation>
        </message>
        <message>
            <source>significant bits</source>
            <translation>有效位数</translation>
        </message>
        <message>
            <source>column of O</source>
            <translation>O 的列</translation>
        </message>
        <message>
            <source>O in float64</source>
            <translation>float64 的 O</translation>
        </message>
        <message>
            <source>There is no second run</source>
            <translation>没有第二次运行</translation>
        </message>
        <message>
            <source>A − B of O (representable values apart)</source>
            <translation>O 的 A − B(相差的可表示值数)</translation>
        </message>
        <message>
            <source>output</source>
            <translation>输出</translation>
        </message>
        <message>
            <source>S: scores</source>
            <translation>S:得分</translation>
        </message>
        <message>
            <source>P: exponentials</source>
            <translation>P:指数</translation>
        </message>
        <message>
            <source>O: output</source>
            <translation>O:输出</translation>
        </message>
        <message>
            <source>Error of O</source>
            <translation>O 的误差</translation>
        </message>
        <message>
            <source>head %1, batch entry %2</source>
            <translation>头 %1,批次项 %2</translation>
        </message>
        <message>
            <source>head %1</source>
            <translation>头 %1</translation>
        </message>
        <message>
            <source>ulp</source>
            <translation>ulp</translation>
        </message>
        <message>
            <source>values apart</source>
            <translation>相差值数</translation>
        </message>
        <message>
            <source>absolute</source>
            <translation>绝对</translation>
        </message>
        <message>
            <source>relative</source>
            <translation>相对</translation>
        </message>
        <message>
            <source>per |p v|</source>
            <translation>每 |p v|</translation>
        </message>
        <message>
            <source>Error metric</source>
            <translation>误差度量</translation>
        </message>
        <message>
            <source>How the error against float64 is measured</source>
            <translation>如何度量相对 float64 的误差</translation>
        </message>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>all steps</source>
            <translation>全部步骤</translation>
        </message>
        <message>
            <source>final</source>
            <translation>最终</translation>
        </message>
        <message>
            <source>accumulator after step %1</source>
            <translation>第 %1 步之后的累加器</translation>
        </message>
        <message>
            <source>one split's output after step %1</source>
            <translation>第 %1 步之后一个分片的输出</translation>
        </message>
        <message>
            <source>accumulator, not normalised</source>
            <translation>累加器，未归一化</translation>
        </message>
        <message>
            <source>output of one split</source>
            <translation>一个分片的输出</translation>
        </message>
        <message>
            <source>Quantity</source>
            <translation>量</translation>
        </message>
        <message>
            <source>What the map shows of the selected head</source>
            <translation>热图显示所选头的什么</translation>
        </message>
        <message>
            <source>Matrix</source>
            <translation>矩阵</translation>
        </message>
    </context>
    <context>
        <name>MessageBar</name>
        <message>
            <source>Close this message</source>
            <translation>关闭此消息</translation>
        </message>
    </context>
    <context>
        <name>MessagePanel</name>
        <message>
            <source>Messages</source>
            <translation>消息</translation>
        </message>
    </context>
    <context>
        <name>Navigator</name>
        <message>
            <source>No further event in this head.</source>
            <translation>该头之后没有事件。</translation>
        </message>
        <message>
            <source>No earlier event in this head.</source>
            <translation>该头之前没有事件。</translation>
        </message>
        <message>
            <source>A and B are still being compared.</source>
            <translation>仍在比较 A 与 B。</translation>
        </message>
        <message>
            <source>There is no B to compare with: add a run B or choose a recorded output.</source>
            <translation>没有可比较的 B:请添加运行 B 或选择记录的输出。</translation>
        </message>
        <message>
            <source>A and B are equal to the last bit.</source>
            <translation>A 与 B 逐位相等。</translation>
        </message>
    </context>
    <context>
        <name>PinModel</name>
        <message>
            <source>After the last key tile that is done: the accumulator, not yet divided</source>
            <translation>最后一个完成的键块之后:累加器,尚未相除</translation>
        </message>
        <message>
            <source>value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>now</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>Δ ulp</source>
            <translation>Δ ulp</translation>
        </message>
        <message>
            <source>course</source>
            <translation>过程</translation>
        </message>
    </context>
    <context>
        <name>PinsPanel</name>
        <message>
            <source>Nothing pinned. Ctrl+P or Ctrl+click keeps a value in view at every step; Delete takes it off.</source>
            <translation>没有固定项。Ctrl+P 或 Ctrl+单击可让值在每一步都可见;删除键取消固定。</translation>
        </message>
        <message>
            <source>Pinned values</source>
            <translation>固定的值</translation>
        </message>
    </context>
    <context>
        <name>ProblemForm</name>
        <message>
            <source>batch entry</source>
            <translation>批次项</translation>
        </message>
        <message>
            <source>head</source>
            <translation>头</translation>
        </message>
        <message>
            <source>mask</source>
            <translation>掩码</translation>
        </message>
        <message>
            <source>scale</source>
            <translation>缩放</translation>
        </message>
        <message>
            <source>softcap</source>
            <translation>softcap</translation>
        </message>
        <message>
            <source>values</source>
            <translation>取值</translation>
        </message>
        <message>
            <source>seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <source>gain of q</source>
            <translation>q 的增益</translation>
        </message>
        <message>
            <source>format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>queries</source>
            <translation>查询数</translation>
        </message>
        <message>
            <source>keys</source>
            <translation>键数</translation>
        </message>
        <message>
            <source>head dim</source>
            <translation>头维度</translation>
        </message>
        <message>
            <source>heads</source>
            <translation>头数</translation>
        </message>
        <message>
            <source>KV heads</source>
            <translation>KV 头数</translation>
        </message>
        <message>
            <source>Tensors %1, %2, %3…</source>
            <translation>张量 %1、%2、%3…</translation>
        </message>
        <message>
            <source>off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>"%1" is not a number.</source>
            <translation>“%1”不是数字。</translation>
        </message>
        <message>
            <source>Which tensors of the file are q, k and v, and how their axes lie</source>
            <translation>文件中哪些张量是 q、k、v，以及各轴如何排列</translation>
        </message>
        <message>
            <source>none, causal-top-left (PyTorch), causal-bottom-right (FlashAttention), window:left,right</source>
            <translation>none、causal-top-left(PyTorch)、causal-bottom-right(FlashAttention)、window:left,right</translation>
        </message>
        <message>
            <source>Softmax scale; empty: the file's own, or 1 / √d</source>
            <translation>softmax 缩放;留空:文件自带的值,或 1 / √d</translation>
        </message>
        <message>
            <source>Scores become c · tanh(s / c); empty: off</source>
            <translation>得分变为 c · tanh(s / c);留空:关闭</translation>
        </message>
        <message>
            <source>The batch entry whose head is shown</source>
            <translation>所显示的头属于哪个批次项</translation>
        </message>
        <message>
            <source>The head that all views show</source>
            <translation>所有视图显示的头</translation>
        </message>
        <message>
            <source>How the inputs are made; all but normal and uniform are patterns whose right output is known by sight</source>
            <translation>输入如何生成;除 normal 与 uniform 外都是一眼可知正确输出的图案</translation>
        </message>
        <message>
            <source>The same seed gives the same inputs on every machine</source>
            <translation>同一种子在每台机器上给出同样的输入</translation>
        </message>
        <message>
            <source>Factor on q: large scores make a peaked softmax</source>
            <translation>q 的倍数:大的得分使 softmax 尖锐</translation>
        </message>
        <message>
            <source>Number format of q, k, v and the output</source>
            <translation>q、k、v 与输出的数值格式</translation>
        </message>
    </context>
    <context>
        <name>ProblemText</name>
        <message numerus="yes">
            <source>%n heads</source>
            <translation>
                <numerusform>%n 个头</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 heads on %2 KV heads</source>
            <translation>%1 个头，%2 个 KV 头</translation>
        </message>
        <message>
            <source>%1 · %2 × %3 · d %4 · %5</source>
            <translation>%1 · %2 × %3 · d %4 · %5</translation>
        </message>
        <message>
            <source>batch %1</source>
            <translation>批 %1</translation>
        </message>
    </context>
    <context>
        <name>Program</name>
        <message>
            <source>There is no sample "%1".</source>
            <translation>没有示例“%1”。</translation>
        </message>
    </context>
    <context>
        <name>RangeControl</name>
        <message>
            <source>linear</source>
            <translation>线性</translation>
        </message>
        <message>
            <source>log</source>
            <translation>对数</translation>
        </message>
        <message>
            <source>symlog</source>
            <translation>对称对数</translation>
        </message>
        <message>
            <source>ulp</source>
            <translation>ulp</translation>
        </message>
        <message>
            <source>greys</source>
            <translation>灰度</translation>
        </message>
        <message>
            <source>diverging</source>
            <translation>发散</translation>
        </message>
        <message>
            <source>Smallest value of the colour range</source>
            <translation>颜色范围的最小值</translation>
        </message>
        <message>
            <source>Largest value of the colour range</source>
            <translation>颜色范围的最大值</translation>
        </message>
        <message>
            <source>Symlog: linear within this distance of zero</source>
            <translation>对称对数:距零此范围内为线性</translation>
        </message>
        <message>
            <source>Fit the range to the values, now and whenever they change</source>
            <translation>让范围适合数值,现在以及每次变化时</translation>
        </message>
        <message>
            <source>Make the range symmetric about zero</source>
            <translation>让范围关于零对称</translation>
        </message>
        <message>
            <source>Scale</source>
            <translation>标度</translation>
        </message>
        <message>
            <source>Colour map</source>
            <translation>颜色表</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>适合</translation>
        </message>
    </context>
    <context>
        <name>RangeStrip</name>
        <message>
            <source>Colour range</source>
            <translation>颜色范围</translation>
        </message>
        <message>
            <source>Distribution of the values.</source>
            <translation>数值的分布。</translation>
        </message>
        <message>
            <source>Distribution of the values, from one row in %1.</source>
            <translation>数值的分布,每 %1 行取一行。</translation>
        </message>
        <message>
            <source>Drag an end of the range; arrow keys work too.</source>
            <translation>拖动范围的一端;方向键也可用。</translation>
        </message>
        <message>
            <source>%1 to %2, moving the %3 end</source>
            <translation>%1 到 %2,正在移动%3</translation>
        </message>
        <message>
            <source>lower</source>
            <translation>下端</translation>
        </message>
        <message>
            <source>upper</source>
            <translation>上端</translation>
        </message>
    </context>
    <context>
        <name>RecipeEditor</name>
        <message>
            <source>Back to what the kernel does</source>
            <translation>恢复为该内核的做法</translation>
        </message>
        <message>
            <source>Reset %1</source>
            <translation>重置 %1</translation>
        </message>
    </context>
    <context>
        <name>RecipeFields</name>
        <message>
            <source>Online: running max and sum. Sketch: every tile on its own, then one merge.</source>
            <translation>在线:运行最大值与和。草图:各块独立,最后一次合并。</translation>
        </message>
        <message>
            <source>Query rows of a tile.</source>
            <translation>一个块的查询行数。</translation>
        </message>
        <message>
            <source>Keys of a tile.</source>
            <translation>一个块的键数。</translation>
        </message>
        <message>
            <source>The order in which key tiles are visited.</source>
            <translation>访问键块的顺序。</translation>
        </message>
        <message>
            <source>What multiplies Q and K: a device's tensor core, fp32 fma in ascending order, or one rounding.</source>
            <translation>Q 与 K 由什么相乘:某设备的张量核心、升序的 fp32 fma,或一次舍入。</translation>
        </message>
        <message>
            <source>What multiplies P and V.</source>
            <translation>P 与 V 由什么相乘。</translation>
        </message>
        <message>
            <source>Length of one matrix instruction along the summed dimension.</source>
            <translation>一条矩阵指令沿求和维的长度。</translation>
        </message>
        <message>
            <source>How the scaled score is rounded: once (scale and log2 e folded), twice, or in natural units.</source>
            <translation>缩放后的得分如何舍入:一次(缩放与 log2 e 合并)、两次,或自然单位。</translation>
        </message>
        <message>
            <source>Whether the running max is kept on raw or on scaled scores.</source>
            <translation>运行最大值取原始得分还是缩放后的得分。</translation>
        </message>
        <message>
            <source>How the exponent's argument is rounded: product and difference apart, or in one fma.</source>
            <translation>指数自变量如何舍入:乘积与差分开,或一次 fma。</translation>
        </message>
        <message>
            <source>The argument of the rescale factor: difference scaled, or scaled values' difference.</source>
            <translation>重缩放因子的自变量:差再缩放,或缩放值之差。</translation>
        </message>
        <message>
            <source>The exponential: the GPU's ex2 by its measured table, a polynomial of degree 6, or correctly rounded.</source>
            <translation>指数函数:按实测表的 GPU ex2、六次多项式,或正确舍入。</translation>
        </message>
        <message>
            <source>Whether subnormal weights become 0.</source>
            <translation>次正规的权重是否变为 0。</translation>
        </message>
        <message>
            <source>Which lane sums which columns of a tile.</source>
            <translation>哪个线程道对块的哪些列求和。</translation>
        </message>
        <message>
            <source>Columns of a tile that are summed on their own; 0: the whole tile.</source>
            <translation>块中单独求和的列数;0:整个块。</translation>
        </message>
        <message>
            <source>The order of additions inside a lane.</source>
            <translation>线程道内的加法顺序。</translation>
        </message>
        <message>
            <source>How a tile's sum joins the running sum: with fma or with two roundings, per lane or per row.</source>
            <translation>块和如何并入运行和:用 fma 或两次舍入,按线程道或按行。</translation>
        </message>
        <message>
            <source>The butterfly over the four lanes: distance 2 first, or 1 first.</source>
            <translation>四个线程道上的蝶形:先距离 2 或先距离 1。</translation>
        </message>
        <message>
            <source>When the lanes of a row are added: at the end or after every tile.</source>
            <translation>一行的线程道何时相加:最后,或每块之后。</translation>
        </message>
        <message>
            <source>The format to which P is rounded for the second product.</source>
            <translation>第二次乘积中 P 舍入到的格式。</translation>
        </message>
        <message>
            <source>The format of the output accumulator between tiles.</source>
            <translation>块与块之间输出累加器的格式。</translation>
        </message>
        <message>
            <source>How the output is divided by the row sum.</source>
            <translation>输出如何除以行和。</translation>
        </message>
        <message>
            <source>What a row that sees no key gets.</source>
            <translation>看不到任何键的行得到什么。</translation>
        </message>
        <message>
            <source>How the keys are split over blocks.</source>
            <translation>键如何划分到各线程块。</translation>
        </message>
        <message>
            <source>The order in which splits are combined.</source>
            <translation>各划分合并的顺序。</translation>
        </message>
        <message>
            <source>The merge tree over the tiles of a sketch.</source>
            <translation>草图中各块的合并树。</translation>
        </message>
    </context>
    <context>
        <name>RunChip</name>
        <message>
            <source>recorded %1</source>
            <translation>记录的 %1</translation>
        </message>
        <message>
            <source>add a run</source>
            <translation>添加运行</translation>
        </message>
        <message>
            <source>Add a run B, at first the same as A (Ctrl+B)</source>
            <translation>添加运行 B,起初与 A 相同(Ctrl+B)</translation>
        </message>
        <message>
            <source>Add a run B</source>
            <translation>添加运行 B</translation>
        </message>
        <message>
            <source>Kernel of run %1</source>
            <translation>运行 %1 的内核</translation>
        </message>
        <message>
            <source>Device of run %1</source>
            <translation>运行 %1 的设备</translation>
        </message>
        <message>
            <source>Kernel of run %1: %2</source>
            <translation>运行 %1 的内核:%2</translation>
        </message>
        <message>
            <source>Device of run %1: %2</source>
            <translation>运行 %1 的设备:%2</translation>
        </message>
    </context>
    <context>
        <name>RunForm</name>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>The family of implementations whose order of operations is followed</source>
            <translation>所遵循运算顺序的实现系列</translation>
        </message>
        <message>
            <source>The architecture whose arithmetic is followed</source>
            <translation>所遵循算术的架构</translation>
        </message>
        <message>
            <source>%1 (data)</source>
            <translation>%1(数据)</translation>
        </message>
        <message>
            <source>%1 (rule)</source>
            <translation>%1(规则)</translation>
        </message>
        <message>
            <source>Recipe</source>
            <translation>配方</translation>
        </message>
        <message numerus="yes">
            <source>Recipe · %n changed</source>
            <translation>
                <numerusform>配方 · 更改 %n 项</numerusform>
            </translation>
        </message>
        <message>
            <source>kernel</source>
            <translation>内核</translation>
        </message>
        <message>
            <source>device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>batch</source>
            <translation>批次</translation>
        </message>
        <message>
            <source>splits</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>known</source>
            <translation>依据</translation>
        </message>
        <message>
            <source>The batch size that the split rule sees: the same request inside a batch of this many</source>
            <translation>划分规则看到的批次大小:同一请求处于这么大的批次中</translation>
        </message>
        <message>
            <source>Parts into which the keys are split; by rule unless set here</source>
            <translation>键被划分成的份数;除非在此设定,否则按规则</translation>
        </message>
        <message>
            <source>Kernel</source>
            <translation>内核</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>Batch that the split rule sees</source>
            <translation>划分规则看到的批次</translation>
        </message>
        <message>
            <source>Number of splits</source>
            <translation>划分数</translation>
        </message>
        <message>
            <source>recorded</source>
            <translation>记录</translation>
        </message>
        <message>
            <source>An output tensor in the file; it is B when there is no run B</source>
            <translation>文件中的输出张量;没有运行 B 时它就是 B</translation>
        </message>
        <message>
            <source>Recorded output</source>
            <translation>记录的输出</translation>
        </message>
        <message>
            <source>Add a run B</source>
            <translation>添加运行 B</translation>
        </message>
        <message>
            <source>A second run, at first the same as A (Ctrl+B)</source>
            <translation>第二次运行,起初与 A 相同(Ctrl+B)</translation>
        </message>
        <message>
            <source>Remove run B</source>
            <translation>移除运行 B</translation>
        </message>
        <message>
            <source>Only run A stays</source>
            <translation>只保留运行 A</translation>
        </message>
    </context>
    <context>
        <name>RunningTable</name>
        <message>
            <source>split</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>key tile</source>
            <translation>键块</translation>
        </message>
        <message>
            <source>keys</source>
            <translation>键数</translation>
        </message>
        <message>
            <source>tile max</source>
            <translation>块最大值</translation>
        </message>
        <message>
            <source>tile sum</source>
            <translation>块和</translation>
        </message>
        <message>
            <source>run max</source>
            <translation>运行最大值</translation>
        </message>
        <message>
            <source>run sum</source>
            <translation>运行和</translation>
        </message>
        <message>
            <source>alpha</source>
            <translation>alpha</translation>
        </message>
    </context>
    <context>
        <name>RunningView</name>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>Select a query row: click a cell of the matrix</source>
            <translation>选择一个查询行:单击矩阵的单元格</translation>
        </message>
        <message>
            <source>B is an output alone: it has no running values</source>
            <translation>B 只是输出:没有运行值</translation>
        </message>
        <message>
            <source>Computing…</source>
            <translation>正在计算…</translation>
        </message>
        <message>
            <source>This row sees no key: nothing is added</source>
            <translation>该行看不到任何键:没有加法</translation>
        </message>
        <message>
            <source>A and B visit other key tiles, or in another order: their running values cannot be compared tile by tile</source>
            <translation>A 与 B 访问的键块或顺序不同:无法逐块比较它们的运行值</translation>
        </message>
        <message>
            <source>A − B in representable fp32 values</source>
            <translation>以可表示的 fp32 值计的 A − B</translation>
        </message>
        <message>
            <source>symlog, linear within 1 · tile values: derived</source>
            <translation>对称对数,1 以内线性 · 块值:推导</translation>
        </message>
        <message>
            <source>tile values: derived</source>
            <translation>块值:推导</translation>
        </message>
        <message>
            <source>row %1</source>
            <translation>行 %1</translation>
        </message>
        <message>
            <source>running max m</source>
            <translation>运行最大值 m</translation>
        </message>
        <message>
            <source>tile max</source>
            <translation>块最大值</translation>
        </message>
        <message>
            <source>running sum l</source>
            <translation>运行和 l</translation>
        </message>
        <message>
            <source>tile sum</source>
            <translation>块和</translation>
        </message>
        <message>
            <source>alpha</source>
            <translation>alpha</translation>
        </message>
        <message>
            <source>split : key tile, in visiting order</source>
            <translation>划分 : 键块,按访问顺序</translation>
        </message>
        <message>
            <source>key tile, in visiting order</source>
            <translation>键块,按访问顺序</translation>
        </message>
        <message>
            <source>max</source>
            <translation>最大值</translation>
        </message>
        <message>
            <source>sum</source>
            <translation>和</translation>
        </message>
        <message>
            <source>rescale factor</source>
            <translation>重缩放因子</translation>
        </message>
        <message>
            <source>A − B of %1</source>
            <translation>%1 的 A − B</translation>
        </message>
        <message>
            <source>ulp</source>
            <translation>ulp</translation>
        </message>
        <message>
            <source>Running max and sum</source>
            <translation>运行最大值与和</translation>
        </message>
    </context>
    <context>
        <name>Samples</name>
        <message>
            <source>The article's sketch: a merge tree named by the architecture</source>
            <translation>文章的草图:由架构决定的合并树</translation>
        </message>
        <message>
            <source>The same request alone and in a batch of 256</source>
            <translation>同一请求:单独与在 256 的批次中</translation>
        </message>
        <message>
            <source>FlashAttention-2, causal, as an H200 wrote it</source>
            <translation>FlashAttention-2,因果,与 H200 写出的一致</translation>
        </message>
        <message>
            <source>One kernel, two architectures: H200 against A100</source>
            <translation>一个内核,两种架构:H200 对 A100</translation>
        </message>
        <message>
            <source>Canary: which keys were read (row i averages keys 0 to i: i / 2)</source>
            <translation>金丝雀:读取了哪些键(第 i 行是键 0 到 i 的平均:i / 2)</translation>
        </message>
        <message>
            <source>Canary: the order of additions, 2^26 + 1 - 2^26 + 1</source>
            <translation>金丝雀:加法顺序,2^26 + 1 - 2^26 + 1</translation>
        </message>
    </context>
    <context>
        <name>Session</name>
        <message>
            <source>change of run %1</source>
            <translation>更改运行 %1</translation>
        </message>
        <message>
            <source>removal of run %1</source>
            <translation>移除运行 %1</translation>
        </message>
        <message>
            <source>addition of run %1</source>
            <translation>添加运行 %1</translation>
        </message>
        <message>
            <source>kernel of %1: %2</source>
            <translation>%1 的内核:%2</translation>
        </message>
        <message>
            <source>device of %1: %2</source>
            <translation>%1 的设备:%2</translation>
        </message>
        <message>
            <source>batch of %1: %2</source>
            <translation>%1 的批次:%2</translation>
        </message>
        <message>
            <source>splits of %1: %2</source>
            <translation>%1 的划分:%2</translation>
        </message>
        <message>
            <source>recipe of %1</source>
            <translation>%1 的配方</translation>
        </message>
        <message>
            <source>no recorded output</source>
            <translation>无记录的输出</translation>
        </message>
        <message>
            <source>recorded output: %1</source>
            <translation>记录的输出:%1</translation>
        </message>
        <message>
            <source>change of the problem</source>
            <translation>更改问题</translation>
        </message>
        <message>
            <source>change of the inputs</source>
            <translation>更改输入</translation>
        </message>
        <message>
            <source>reload</source>
            <translation>重新载入</translation>
        </message>
        <message>
            <source>Stopped. What was not finished is missing; F5 runs everything again.</source>
            <translation>已停止。未完成的内容缺失;F5 全部重新运行。</translation>
        </message>
        <message>
            <source>The outputs in this file were written by %1, for which there is no kernel here: they are compared with %2.</source>
            <translation>此文件中的输出由 %1 写成，这里没有对应的内核：与 %2 比较。</translation>
        </message>
        <message>
            <source>open %1</source>
            <translation>打开 %1</translation>
        </message>
        <message>
            <source>run A</source>
            <translation>运行 A</translation>
        </message>
        <message>
            <source>run B</source>
            <translation>运行 B</translation>
        </message>
    </context>
    <context>
        <name>StatusLine</name>
        <message>
            <source>row %1</source>
            <translation>行 %1</translation>
        </message>
        <message>
            <source>comparing with recorded %1 …</source>
            <translation>正在与记录的 %1 比较…</translation>
        </message>
        <message>
            <source>bit-equal to recorded %1: %2 / %3</source>
            <translation>与记录的 %1 逐位相等:%2 / %3</translation>
        </message>
        <message>
            <source>%1 values differ, at most %2 ulp</source>
            <translation>%1 个值不同,最多 %2 ulp</translation>
        </message>
        <message>
            <source>A's output against the tensor in the file, all heads</source>
            <translation>A 的输出与文件中的张量,所有头</translation>
        </message>
        <message>
            <source>step %1 / %2</source>
            <translation>步骤 %1 / %2</translation>
        </message>
        <message>
            <source>CPU (emulated)</source>
            <translation>CPU(模拟)</translation>
        </message>
        <message>
            <source>All bits are computed by the processor; no GPU takes part</source>
            <translation>所有位都由处理器计算;没有 GPU 参与</translation>
        </message>
        <message>
            <source>Stop what is being computed</source>
            <translation>停止正在进行的计算</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
    </context>
    <context>
        <name>StepListModel</name>
        <message>
            <source>load the query tile; nothing is accumulated yet</source>
            <translation>载入查询块;尚无累加</translation>
        </message>
        <message>
            <source>load a key tile and its values</source>
            <translation>载入键块及其值</translation>
        </message>
        <message>
            <source>scores S = Q Kᵀ of the tile</source>
            <translation>该块的得分 S = Q Kᵀ</translation>
        </message>
        <message>
            <source>masked scores become −inf</source>
            <translation>被屏蔽的得分变为 −inf</translation>
        </message>
        <message>
            <source>running max m of every row</source>
            <translation>每行的运行最大值 m</translation>
        </message>
        <message>
            <source>what was accumulated is multiplied by α</source>
            <translation>已累加的内容乘以 α</translation>
        </message>
        <message>
            <source>weights P = exp(S − m)</source>
            <translation>权重 P = exp(S − m)</translation>
        </message>
        <message>
            <source>running sum l of every row</source>
            <translation>每行的运行和 l</translation>
        </message>
        <message>
            <source>output accumulator O += P V</source>
            <translation>输出累加器 O += P V</translation>
        </message>
        <message>
            <source>output is divided by l and rounded</source>
            <translation>输出除以 l 并舍入</translation>
        </message>
        <message>
            <source>partial results of the splits are combined</source>
            <translation>合并各划分的部分结果</translation>
        </message>
        <message>
            <source>query tile %1 · rows %2–%3</source>
            <translation>查询块 %1 · 行 %2–%3</translation>
        </message>
        <message>
            <source>combine</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>split %1</source>
            <translation>划分 %1</translation>
        </message>
        <message>
            <source>key tile %1 · keys %2–%3</source>
            <translation>键块 %1 · 键 %2–%3</translation>
        </message>
        <message>
            <source>▲ max %1</source>
            <translation>▲ 最大 %1</translation>
        </message>
        <message>
            <source>α %1</source>
            <translation>α %1</translation>
        </message>
        <message>
            <source>= tie %1</source>
            <translation>= 并列 %1</translation>
        </message>
        <message>
            <source>NaN %1</source>
            <translation>NaN %1</translation>
        </message>
    </context>
    <context>
        <name>StepsPanel</name>
        <message>
            <source>Terms: rescale  row:299  key:64  tile:3  query:2  flag:max|rescale|tie|nan|any</source>
            <translation>条件:rescale  row:299  key:64  tile:3  query:2  flag:max|rescale|tie|nan|any</translation>
        </message>
        <message>
            <source>Not understood: %1</source>
            <translation>无法理解:%1</translation>
        </message>
        <message>
            <source>not understood</source>
            <translation>看不懂</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Steps of the current query tile; the head has too many to list</source>
            <translation>当前查询块的步骤；整个头的步骤太多，无法全部列出</translation>
        </message>
        <message>
            <source>Steps listed</source>
            <translation>列出的步骤数</translation>
        </message>
        <message>
            <source>Filter: row:299 flag:max</source>
            <translation>筛选:row:299 flag:max</translation>
        </message>
        <message>
            <source>Filter steps</source>
            <translation>筛选步骤</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation>步骤</translation>
        </message>
    </context>
    <context>
        <name>TablePanel</name>
        <message>
            <source>Numbers of %1</source>
            <translation>%1 的数值</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>The view that was used last has no numbers to show.</source>
            <translation>最近使用的视图没有可显示的数值。</translation>
        </message>
    </context>
    <context>
        <name>TensorDialog</name>
        <message>
            <source>16-bit values are the bits of bf16</source>
            <translation>16 位值是 bf16 的比特</translation>
        </message>
        <message>
            <source>Choose q, k and v</source>
            <translation>选择 q、k 和 v</translation>
        </message>
        <message>
            <source>choose a tensor</source>
            <translation>选择张量</translation>
        </message>
        <message>
            <source>as the shapes say</source>
            <translation>由形状判断</translation>
        </message>
        <message>
            <source>batch, heads, sequence, head dim</source>
            <translation>批、头、序列、头维度</translation>
        </message>
        <message>
            <source>batch, sequence, heads, head dim</source>
            <translation>批、序列、头、头维度</translation>
        </message>
        <message>
            <source>axes</source>
            <translation>轴</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Choose a tensor for each of q, k and v.</source>
            <translation>请为 q、k、v 各选一个张量。</translation>
        </message>
    </context>
    <context>
        <name>TileMapCanvas</name>
        <message>
            <source>Tile map</source>
            <translation>块图</translation>
        </message>
        <message>
            <source>%1 by %2 tiles</source>
            <translation>%1 × %2 块</translation>
        </message>
    </context>
    <context>
        <name>TileMapView</name>
        <message>
            <source>current</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>to come</source>
            <translation>未到</translation>
        </message>
        <message>
            <source>partly masked</source>
            <translation>部分屏蔽</translation>
        </message>
        <message>
            <source>never visited</source>
            <translation>从未访问</translation>
        </message>
        <message>
            <source>Map of %1 query tiles by %2 key tiles; %3 of %4 visited tiles are done. Colour: %5.</source>
            <translation>%1 个查询块 × %2 个键块的图;%4 个访问的块中已完成 %3 个。颜色:%5。</translation>
        </message>
        <message>
            <source>visiting order</source>
            <translation>访问顺序</translation>
        </message>
        <message>
            <source>running max</source>
            <translation>运行最大值</translation>
        </message>
        <message>
            <source>running sum</source>
            <translation>运行和</translation>
        </message>
        <message>
            <source>smallest alpha</source>
            <translation>最小 alpha</translation>
        </message>
        <message>
            <source>tile </source>
            <translation>块 </translation>
        </message>
        <message>
            <source>rows %1–%2, keys %3–%4</source>
            <translation>行 %1–%2,键 %3–%4</translation>
        </message>
        <message>
            <source>: never visited</source>
            <translation>:从未访问</translation>
        </message>
        <message>
            <source>, split %1</source>
            <translation>,划分 %1</translation>
        </message>
        <message>
            <source>, visited as no. %1</source>
            <translation>,第 %1 个访问</translation>
        </message>
        <message>
            <source>; row %1</source>
            <translation>;行 %1</translation>
        </message>
        <message>
            <source>; A − B in representable values</source>
            <translation>;以可表示值计的 A − B</translation>
        </message>
        <message>
            <source>: max %1, sum %2</source>
            <translation>:最大值 %1,和 %2</translation>
        </message>
        <message>
            <source>: running max %1, running sum %2, alpha %3; tile max %4, tile sum %5 (derived)</source>
            <translation>:运行最大值 %1,运行和 %2,alpha %3;块最大值 %4,块和 %5(推导)</translation>
        </message>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>B is an output alone: it has no tiles</source>
            <translation>B 只是输出:没有分块</translation>
        </message>
        <message>
            <source>Computing…</source>
            <translation>正在计算…</translation>
        </message>
        <message>
            <source>A and B have other tiles: their running values cannot be compared tile by tile</source>
            <translation>A 与 B 的分块不同:无法逐块比较它们的运行值</translation>
        </message>
        <message>
            <source>largest |A − B| (ulp of fp32)</source>
            <translation>最大 |A − B|(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>Colour of tiles</source>
            <translation>块的颜色</translation>
        </message>
        <message>
            <source>What the colour of a tile tells</source>
            <translation>块的颜色表示什么</translation>
        </message>
        <message>
            <source>row %1, other tiles: ranges over rows</source>
            <translation>行 %1,其他块:各行的范围</translation>
        </message>
        <message>
            <source>ranges over rows</source>
            <translation>各行的范围</translation>
        </message>
        <message>
            <source>tile m, l: derived</source>
            <translation>块 m、l:推导</translation>
        </message>
        <message>
            <source>Tile map</source>
            <translation>块图</translation>
        </message>
    </context>
    <context>
        <name>TileTable</name>
        <message>
            <source>query tile</source>
            <translation>查询块</translation>
        </message>
        <message>
            <source>key tile</source>
            <translation>键块</translation>
        </message>
        <message>
            <source>split</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>visited</source>
            <translation>访问次序</translation>
        </message>
        <message>
            <source>row</source>
            <translation>行</translation>
        </message>
        <message>
            <source>tile max</source>
            <translation>块最大值</translation>
        </message>
        <message>
            <source>tile sum</source>
            <translation>块和</translation>
        </message>
        <message>
            <source>run max</source>
            <translation>运行最大值</translation>
        </message>
        <message>
            <source>run sum</source>
            <translation>运行和</translation>
        </message>
        <message>
            <source>alpha</source>
            <translation>alpha</translation>
        </message>
    </context>
    <context>
        <name>TimelineCanvas</name>
        <message>
            <source>start, nothing done yet</source>
            <translation>开头,尚未执行</translation>
        </message>
        <message>
            <source>query tile %1</source>
            <translation>查询块 %1</translation>
        </message>
        <message>
            <source>key tile %1</source>
            <translation>键块 %1</translation>
        </message>
        <message>
            <source>running error: select a row</source>
            <translation>运行误差:请选择一行</translation>
        </message>
        <message>
            <source>running error of row %1</source>
            <translation>第 %1 行的运行误差</translation>
        </message>
        <message>
            <source>ulp, rms over columns, against float64 over the keys so far; top %1</source>
            <translation>ulp,各列均方根,相对目前各键的 float64;最高 %1</translation>
        </message>
    </context>
    <context>
        <name>TimelinePanel</name>
        <message>
            <source>max changed</source>
            <translation>最大值变化</translation>
        </message>
        <message>
            <source>rescale</source>
            <translation>重缩放</translation>
        </message>
        <message>
            <source>tie</source>
            <translation>并列</translation>
        </message>
        <message>
            <source>NaN</source>
            <translation>NaN</translation>
        </message>
        <message>
            <source>Stop at steps of this kind; the number counts steps of this head</source>
            <translation>在此类步骤处停下;数字为该头中的步骤数</translation>
        </message>
        <message>
            <source>step %1 / %2</source>
            <translation>步骤 %1 / %2</translation>
        </message>
        <message>
            <source>by</source>
            <translation>按</translation>
        </message>
        <message>
            <source>step</source>
            <translation>步骤</translation>
        </message>
        <message>
            <source>key tile</source>
            <translation>键块</translation>
        </message>
        <message>
            <source>query tile</source>
            <translation>查询块</translation>
        </message>
        <message>
            <source>How far the player and the arrow keys go ([ finer, ] coarser)</source>
            <translation>播放与方向键每次走多远([ 更细,] 更粗)</translation>
        </message>
        <message>
            <source>Granularity</source>
            <translation>粒度</translation>
        </message>
        <message>
            <source>speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>%1 / s</source>
            <translation>%1 / 秒</translation>
        </message>
        <message>
            <source>Steps of the player in a second</source>
            <translation>播放时每秒的步数</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>events</source>
            <translation>事件</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
    </context>
    <context>
        <name>TreeCanvas</name>
        <message>
            <source>Reduction tree</source>
            <translation>归约树</translation>
        </message>
    </context>
    <context>
        <name>TreeTable</name>
        <message>
            <source>node</source>
            <translation>节点</translation>
        </message>
        <message>
            <source>scope</source>
            <translation>范围</translation>
        </message>
        <message>
            <source>value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <source>own error</source>
            <translation>自身误差</translation>
        </message>
        <message>
            <source>accumulated error</source>
            <translation>累积误差</translation>
        </message>
    </context>
    <context>
        <name>TreeView</name>
        <message>
            <source>own error of a node (ulp of fp32)</source>
            <translation>节点自身误差(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>accumulated error (ulp of fp32)</source>
            <translation>累积误差(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>A − B of a node (representable values)</source>
            <translation>节点的 A − B(可表示值数)</translation>
        </message>
        <message>
            <source>folded</source>
            <translation>已折叠</translation>
        </message>
        <message>
            <source>%1 ulp in all</source>
            <translation>共 %1 ulp</translation>
        </message>
        <message>
            <source>Reduction tree with %1 leaves, folded to %2 boxes. Root: %3.</source>
            <translation>归约树,%1 片叶,折叠为 %2 个框。根:%3。</translation>
        </message>
        <message>
            <source>leaves</source>
            <translation>叶</translation>
        </message>
        <message>
            <source>mma group</source>
            <translation>mma 组</translation>
        </message>
        <message>
            <source>thread</source>
            <translation>线程</translation>
        </message>
        <message>
            <source>quad</source>
            <translation>四线程组</translation>
        </message>
        <message>
            <source>warp part</source>
            <translation>线程束部分</translation>
        </message>
        <message>
            <source>block</source>
            <translation>线程块</translation>
        </message>
        <message>
            <source>split</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>grid</source>
            <translation>网格</translation>
        </message>
        <message>
            <source>key %1</source>
            <translation>键 %1</translation>
        </message>
        <message>
            <source>tile %1</source>
            <translation>块 %1</translation>
        </message>
        <message>
            <source>split %1</source>
            <translation>划分 %1</translation>
        </message>
        <message>
            <source>dim %1</source>
            <translation>维 %1</translation>
        </message>
        <message>
            <source>keys %1–%2</source>
            <translation>键 %1–%2</translation>
        </message>
        <message>
            <source>dims %1–%2</source>
            <translation>维 %1–%2</translation>
        </message>
        <message>
            <source>%1 keys</source>
            <translation>%1 个键</translation>
        </message>
        <message>
            <source>%1 summands</source>
            <translation>%1 个加数</translation>
        </message>
        <message>
            <source>every leaf</source>
            <translation>每片叶</translation>
        </message>
        <message>
            <source>%1, by key tile</source>
            <translation>%1,按键块</translation>
        </message>
        <message>
            <source>lanes %1</source>
            <translation>线程道 %1</translation>
        </message>
        <message>
            <source>lane %1</source>
            <translation>线程道 %1</translation>
        </message>
        <message>
            <source>value %1 (%2), exact %3</source>
            <translation>值 %1(%2),精确 %3</translation>
        </message>
        <message>
            <source>; own error %1 ulp, accumulated %2 ulp</source>
            <translation>;自身误差 %1 ulp,累积 %2 ulp</translation>
        </message>
        <message>
            <source>; B %1, A − B %2 representable values</source>
            <translation>;B %1,A − B 为 %2 个可表示值</translation>
        </message>
        <message>
            <source>; %1 nodes folded, click to open</source>
            <translation>;折叠了 %1 个节点,单击展开</translation>
        </message>
        <message>
            <source>row sum l</source>
            <translation>行和 l</translation>
        </message>
        <message>
            <source>output element</source>
            <translation>输出元素</translation>
        </message>
        <message>
            <source>score q·k</source>
            <translation>得分 q·k</translation>
        </message>
        <message>
            <source>merge of tile sums</source>
            <translation>块和的合并</translation>
        </message>
        <message>
            <source>merge of tile outputs</source>
            <translation>块输出的合并</translation>
        </message>
        <message>
            <source>weights of splits</source>
            <translation>各划分的权重</translation>
        </message>
        <message>
            <source>combine of splits</source>
            <translation>各划分的合并</translation>
        </message>
        <message>
            <source>own error</source>
            <translation>自身误差</translation>
        </message>
        <message>
            <source>accumulated error</source>
            <translation>累积误差</translation>
        </message>
        <message>
            <source>Which sum</source>
            <translation>哪个和</translation>
        </message>
        <message>
            <source>The sum whose tree is shown</source>
            <translation>显示哪个和的树</translation>
        </message>
        <message>
            <source>Folding</source>
            <translation>折叠</translation>
        </message>
        <message>
            <source>Additions up to this scope are folded into one node</source>
            <translation>此范围以内的加法折叠为一个节点</translation>
        </message>
        <message>
            <source>Colour of nodes</source>
            <translation>节点的颜色</translation>
        </message>
        <message>
            <source>What the colour of a node tells</source>
            <translation>节点的颜色表示什么</translation>
        </message>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>Select a query row: click a cell of the matrix</source>
            <translation>选择一个查询行:单击矩阵的单元格</translation>
        </message>
        <message>
            <source>B is an output alone: it has no tree</source>
            <translation>B 只是输出:没有树</translation>
        </message>
        <message>
            <source>Computing…</source>
            <translation>正在计算…</translation>
        </message>
        <message>
            <source>row %1</source>
            <translation>行 %1</translation>
        </message>
        <message>
            <source>S[%1, %2]</source>
            <translation>S[%1, %2]</translation>
        </message>
        <message>
            <source>O[%1, %2]</source>
            <translation>O[%1, %2]</translation>
        </message>
        <message>
            <source>A and B add in different orders: look at one after the other</source>
            <translation>A 与 B 的加法顺序不同:请先后查看</translation>
        </message>
        <message>
            <source>, split %1</source>
            <translation>,划分 %1</translation>
        </message>
        <message>
            <source>Reduction tree</source>
            <translation>归约树</translation>
        </message>
    </context>
    <context>
        <name>ViewHeader</name>
        <message>
            <source>Show A</source>
            <translation>显示 A</translation>
        </message>
        <message>
            <source>Show B</source>
            <translation>显示 B</translation>
        </message>
        <message>
            <source>Show the difference A − B</source>
            <translation>显示差 A − B</translation>
        </message>
        <message>
            <source>Show what the tool bar says</source>
            <translation>跟随工具栏</translation>
        </message>
        <message>
            <source>Export this view…</source>
            <translation>导出此视图…</translation>
        </message>
        <message>
            <source>Copy this view as a picture</source>
            <translation>把此视图复制为图片</translation>
        </message>
        <message>
            <source>What else this view can do</source>
            <translation>此视图还能做什么</translation>
        </message>
        <message>
            <source>View menu</source>
            <translation>视图菜单</translation>
        </message>
    </context>
    <context>
        <name>Workspace</name>
        <message>
            <source>Views that share a place</source>
            <translation>共用一处的视图</translation>
        </message>
    </context>
</TS>
